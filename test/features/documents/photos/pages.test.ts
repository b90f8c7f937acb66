import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#src/domain/model/limits.ts';
import {
  levels,
  maxPages,
  nextPicture,
  noPhotos,
  type Photos,
  photosReducer,
  pictureBudget,
} from '#src/features/documents/photos/pages.ts';

const file = (name: string) => new File(['x'], `${name}.jpg`);
const add = (photos: Photos, ...names: readonly string[]) =>
  photosReducer(photos, { type: 'add', files: names.map((id) => ({ id, file: file(id) })) });
const jpegOf = (bytes: number) => ({
  blob: new Blob([new Uint8Array(bytes)]),
  width: 3,
  height: 4,
});
const order = ({ pages }: Photos) => pages.map(({ id }) => id).join('');

/** Reads and shrinks the pictures until the PDF can be made. `bytesAt` returns the size of a picture at a level. */
function fit(photos: Photos, bytesAt: (level: number, id: string) => number): [Photos, string[]] {
  const steps: string[] = [];
  let now = photos;
  for (let next = nextPicture(now.pages, 'cv'); next; next = nextPicture(now.pages, 'cv')) {
    const { id, level } = next;
    steps.push(`${id}${level}`);
    const jpeg = jpegOf(bytesAt(level, id));
    now = photosReducer(now, { type: 'encoded', id, level, jpeg });
  }
  return [now, steps];
}
const bytesOf = ({ pages }: Photos) =>
  pages.reduce((sum, page) => sum + ('jpeg' in page ? page.jpeg.blob.size : Infinity), 0);

test('pages are turned, ordered and removed; what is at the edge stays, and what is gone is ignored', () => {
  let photos = add(noPhotos, 'a', 'b', 'c');
  photos = photosReducer(photos, { type: 'move', id: 'c', by: -1 });
  assert.equal(order(photos), 'acb');
  assert.equal(photos.message, 'Page 3 is now page 2.');
  assert.equal(photosReducer(photos, { type: 'move', id: 'a', by: -1 }), photos);
  assert.equal(photosReducer(photos, { type: 'move', id: 'b', by: 1 }), photos);
  for (const turn of [270, 180, 90, 0]) {
    photos = photosReducer(photos, { type: 'turn', id: 'c' });
    assert.equal(photos.pages[1]?.turn, turn);
  }
  photos = photosReducer(photos, { type: 'remove', id: 'a' });
  assert.equal(order(photos), 'cb');
  const late = photosReducer(photos, { type: 'encoded', id: 'a', level: 0, jpeg: jpegOf(1) });
  assert.equal(late, photos);
});

test('a turned page that is read or made smaller stays turned', () => {
  const turned = photosReducer(add(noPhotos, 'a'), { type: 'turn', id: 'a' });
  const [read] = fit(turned, () => 10);
  assert.equal(read.pages[0]?.turn, 270);
});

test('two files that cannot be read are both named, and the other pages stay', () => {
  let photos = add(noPhotos, 'a', 'b', 'c');
  photos = photosReducer(photos, { type: 'unreadable', id: 'a', message: 'a is torn.' });
  photos = photosReducer(photos, { type: 'unreadable', id: 'c', message: 'c is torn.' });
  assert.equal(order(photos), 'b');
  assert.equal(photos.message, 'a is torn. c is torn.');
});

test('a document has at most 20 pages, and says how many pictures were not added', () => {
  const photos = add(noPhotos, ...Array.from({ length: 23 }, (_, index) => `p${index}`));
  assert.equal(photos.pages.length, maxPages);
  assert.match(photos.message, /3 not added/);
  assert.equal(add(photos, 'one more').pages.length, maxPages);
});

test('small pictures are read once; large ones are made smaller, the largest first, until the document is below 4MB', () => {
  const [, once] = fit(add(noPhotos, 'a', 'b', 'c'), () => 400_000);
  assert.deepEqual(once, ['a0', 'b0', 'c0']);
  const [photos, steps] = fit(add(noPhotos, 'a', 'b', 'c'), (level, id) =>
    id === 'b' ? 3_500_000 / (level + 1) : 600_000,
  );
  assert.deepEqual(steps, ['a0', 'b0', 'c0', 'b1']);
  assert.ok(bytesOf(photos) <= pictureBudget);
});

test('at the last level it ends, also if the document is still too large', () => {
  const [photos, steps] = fit(add(noPhotos, 'a', 'b'), () => 3_000_000);
  assert.equal(steps.length, 2 * levels.length);
  assert.ok(bytesOf(photos) > limits.statedFileBytes);
});
