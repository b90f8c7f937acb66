import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  draftLifetimeMs,
  isWorthKeeping,
  mergeDraft,
  parseDraft,
  randomKey,
  removeDrafts,
} from '#src/features/application/draft.ts';

const now = 1_800_000_000_000;
const draft = { key: 'k', tab: 't', savedAt: now - 1, values: { a: 'x' } };

test('a draft reads back as it was written', () => {
  assert.deepEqual(parseDraft(JSON.stringify(draft), now), draft);
});

test('after thirty days a draft is not read', () => {
  const old = { ...draft, savedAt: now - draftLifetimeMs };
  assert.equal(parseDraft(JSON.stringify(old), now), undefined);
  assert.ok(parseDraft(JSON.stringify({ ...old, savedAt: old.savedAt + 1 }), now));
});

test('an invalid draft is not read, and values that are not text are omitted', () => {
  for (const junk of [null, '', 'x', '{}', '[]', 'null', '{"key":1}', '{"key":"k","tab":"t"}'])
    assert.equal(parseDraft(junk, now), undefined, String(junk));
  const odd = { ...draft, values: { a: 'x', b: 1, c: null } };
  assert.deepEqual(parseDraft(JSON.stringify(odd), now)?.values, { a: 'x' });
});

test('a form with its initial values is not worth keeping, a form with one letter is', () => {
  const initial = { education: 'B.Sc', firstname: '' };
  assert.equal(isWorthKeeping(initial, initial), false);
  assert.equal(isWorthKeeping({ ...initial, firstname: '  ' }, initial), false);
  const editor = { cover_letter: '<p><br></p>', cover_letter_format: 'html' };
  assert.equal(isWorthKeeping({ ...initial, ...editor }, initial), false);
  assert.equal(isWorthKeeping({ ...initial, firstname: 'A' }, initial), true);
  assert.equal(isWorthKeeping({ ...initial, education: 'HND' }, initial), true);
});

test('while a draft is offered, only changed fields are written, including emptied ones', () => {
  const merged = mergeDraft({ a: '1', b: '2' }, { a: '', b: '', c: '3' }, new Set(['b']));
  assert.deepEqual(merged, { a: '1', b: '', c: '3' });
});

test('keys are long, unique, and consist of safe characters', () => {
  const keys = new Set(Array.from({ length: 100 }, randomKey));
  assert.equal(keys.size, 100);
  for (const key of keys) assert.match(key, /^[\w-]{24}$/);
});

test('removeDrafts removes only drafts, and of those only the unwanted ones', () => {
  const items = new Map([
    ['application-draft:1', 'old'],
    ['skin', 'basil'],
    ['application-draft:2', 'new'],
  ]);
  const storage = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    removeItem: (name: string) => void items.delete(name),
  } as Storage;
  removeDrafts(storage, (stored) => stored === 'old');
  assert.deepEqual([...items.keys()], ['skin', 'application-draft:2']);
  removeDrafts(storage);
  assert.deepEqual([...items.keys()], ['skin']);
});
