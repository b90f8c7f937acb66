import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canMakePictures } from '#src/features/documents/photos/read-picture.ts';

test('a browser that returns other pixels than those that were drawn makes no pictures', (t) => {
  const draws = (pixel: readonly number[]) => {
    const context = { fillRect() {}, getImageData: () => ({ data: pixel }) };
    return class {
      getContext = () => context;
    };
  };
  const names = ['Worker', 'OffscreenCanvas'];
  t.after(() => names.every((name) => Reflect.deleteProperty(globalThis, name)));
  assert.equal(canMakePictures(), false, 'it has no canvas');
  for (const [pixel, isAble] of [
    [[160, 80, 40, 255], true],
    [[161, 80, 39, 255], true],
    [[255, 255, 255, 255], false],
    [[113, 172, 135, 255], false],
  ] as const) {
    for (const name of names) Reflect.set(globalThis, name, draws(pixel));
    assert.equal(canMakePictures(), isAble, String(pixel));
  }
});
