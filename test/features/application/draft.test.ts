import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '#src/domain/model/limits.ts';
import {
  draftLifetimeMs,
  parseDrafts,
  randomKey,
  readDrafts,
  removeAll,
  removeUnusableDrafts,
  tabOf,
  writeDrafts,
  writeTab,
} from '#src/features/application/draft.ts';

const now = 1_800_000_000_000;
const draft = { key: 'k', tab: 't', savedAt: now - 1, values: { a: 'x' } };

test('a draft reads back as it was written', () => {
  assert.deepEqual(parseDrafts(JSON.stringify(draft), now), [draft]);
});

test('after thirty days a draft is not read', () => {
  const old = { ...draft, savedAt: now - draftLifetimeMs };
  assert.deepEqual(parseDrafts(JSON.stringify(old), now), []);
  assert.equal(parseDrafts(JSON.stringify({ ...old, savedAt: old.savedAt + 1 }), now).length, 1);
});

test('an invalid draft is not read, and values that are not text are omitted', () => {
  for (const junk of [null, '', 'x', '{}', '[]', 'null', '{"key":1}', '{"key":"k","tab":"t"}'])
    assert.deepEqual(parseDrafts(junk, now), [], String(junk));
  const odd = { ...draft, values: { a: 'x', b: 1, c: null } };
  assert.deepEqual(parseDrafts(JSON.stringify(odd), now)[0]?.values, { a: 'x' });
});

test('the drafts of several people are stored in their order, at most ten', () => {
  const items = new Map<string, string>();
  const drafts = [...'abcdefghijk'].map((tab) => ({ ...draft, tab }));
  writeDrafts(storageOf(items), '11', drafts);
  assert.deepEqual(readDrafts(storageOf(items), '11', now), drafts.slice(0, 10));
  writeDrafts(storageOf(items), '11', []);
  assert.equal(items.size, 0);
});

test('a tab continues its own draft after a reload of the same opening only', () => {
  const storage = storageOf(new Map());
  writeTab(storage, '11', 'tab');
  assert.equal(tabOf(storage, '11', true), 'tab');
  assert.notEqual(tabOf(storage, '11', false), 'tab');
  assert.notEqual(tabOf(storage, '12', true), 'tab');
});

test('keys are long, unique, and consist of safe characters', () => {
  const keys = new Set(Array.from({ length: 100 }, randomKey));
  assert.equal(keys.size, 100);
  for (const key of keys) assert.match(key, /^[\w-]{24}$/);
});

/** Returns a Storage over a map. */
function storageOf(items: Map<string, string>): Storage {
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  } as Storage;
}

test('unusable drafts are removed, and removeAll removes drafts and records of applications only', () => {
  const items = new Map([
    ['application-draft:1', JSON.stringify({ ...draft, savedAt: 0 })],
    ['skin', 'basil'],
    ['application-draft:2', JSON.stringify(draft)],
    ['application-sent:3', '{}'],
    ['application-documents:501', 'cv'],
  ]);
  removeUnusableDrafts(storageOf(items), now);
  assert.deepEqual(
    [...items.keys()],
    ['skin', 'application-draft:2', 'application-sent:3', 'application-documents:501'],
  );
  removeAll(storageOf(items));
  assert.deepEqual([...items.keys()], ['skin']);
});

test('a draft that was saved while the clock was a year ahead expires thirty days after the page is opened', () => {
  const yearAhead = now + 365 * dayMs;
  const items = new Map([
    ['application-draft:1', JSON.stringify({ ...draft, savedAt: yearAhead })],
  ]);
  removeUnusableDrafts(storageOf(items), now);
  assert.equal(readDrafts(storageOf(items), '1', now).length, 1);
  assert.equal(readDrafts(storageOf(items), '1', now + draftLifetimeMs - 1).length, 1);
  removeUnusableDrafts(storageOf(items), now + draftLifetimeMs);
  assert.equal(items.size, 0);
});

test('an expired draft does not stay stored beside a newer one', () => {
  const old = { ...draft, tab: 'old', savedAt: now - draftLifetimeMs };
  const items = new Map<string, string>();
  writeDrafts(storageOf(items), '1', [draft, old]);
  removeUnusableDrafts(storageOf(items), now);
  assert.deepEqual(JSON.parse(items.get('application-draft:1') ?? ''), { ...draft, others: [] });
});
