import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf, portrait, wholeFrame } from '#src/features/documents/photos/crop.ts';

const pictures = [
  { width: 4000, height: 3000 },
  { width: 3000, height: 4000 },
  { width: 700, height: 900 },
  { width: 90, height: 3000 },
];

test('the frame is a portrait of 35 by 45 mm inside the picture, wherever it is', () => {
  for (const picture of pictures)
    for (const size of [0.3, 0.7, 1])
      for (const x of [0, 0.5, 1])
        for (const y of [0, 0.5, 1]) {
          const area = areaOf(picture, { size, x, y });
          assert.ok(Math.abs(area.width / area.height - portrait) < 1e-9);
          assert.ok(area.x >= 0 && area.y >= 0);
          assert.ok(area.x + area.width <= picture.width + 1e-6);
          assert.ok(area.y + area.height <= picture.height + 1e-6);
        }
});

test('at first the frame is as large as possible, in the middle', () => {
  assert.deepEqual(areaOf({ width: 4500, height: 900 }, wholeFrame), {
    x: 1900,
    y: 0,
    width: 700,
    height: 900,
  });
});
