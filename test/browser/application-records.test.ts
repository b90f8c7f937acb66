import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { beforeEach, mock, test } from 'node:test';
import * as applicationRecords from '#src/browser/application-records.ts';
import * as otherRecords from '#src/browser/storage.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { root } from '#test/support/site.ts';

const {
  companyApplications,
  draftTab,
  hasReceipt,
  keptApplication,
  noteApplication,
  randomKey,
  removePersonalRecords,
  removeUnusableRecords,
  storedDrafts,
  tabOf,
} = applicationRecords;

type Items = Record<string, string>;
/** Returns a Storage whose own properties are its items, as in a browser. */
const fakeStorage = (): Items =>
  Object.create({
    getItem(this: Items, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Items, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Items, name: string) {
      delete this[name];
    },
  });

const start = Date.UTC(2026, 4, 1);
const draft = { key: 'k', tab: 't', savedAt: start - 1, values: { a: 'x' } };
const sent = { joblistingid: '11', submissionId: 'a', appliedOn: '1 May 2026' };
let items: Items;
mock.timers.enable({ apis: ['Date'] });
beforeEach(() => {
  items = fakeStorage();
  Object.assign(globalThis, {
    window: { localStorage: items, sessionStorage: items, dispatchEvent: () => true },
  });
  mock.timers.setTime(start);
});
const parseDraft = (stored: object) => storedDrafts.parse(JSON.stringify(stored));

test('a draft reads back as it was written, and so does one of the release before', () => {
  storedDrafts.write([draft], '11');
  assert.deepEqual(storedDrafts.read('11'), [draft]);
  assert.deepEqual(parseDraft(draft), [draft]);
  assert.equal(items['application-draft:11'], JSON.stringify({ ...draft, others: [] }));
});

test('after thirty days a draft is not read', () => {
  const old = { ...draft, savedAt: start - limits.draftDays * dayMs };
  assert.deepEqual(parseDraft(old), []);
  assert.equal(parseDraft({ ...old, savedAt: old.savedAt + 1 })?.length, 1);
});

test('an invalid draft is not read, and values that are not text are omitted', () => {
  for (const junk of [null, '', 'x', '{}', '[]', 'null', '{"key":1}', '{"key":"k","tab":"t"}'])
    assert.deepEqual(storedDrafts.parse(junk) ?? [], [], String(junk));
  const odd = { ...draft, values: { a: 'x', b: 1, c: null } };
  assert.deepEqual(parseDraft(odd)?.[0]?.values, { a: 'x' });
});

test('the drafts of several people are stored in their order, at most ten', () => {
  const drafts = [...'abcdefghijk'].map((tab) => ({ ...draft, tab }));
  storedDrafts.write(drafts, '11');
  assert.deepEqual(storedDrafts.read('11'), drafts.slice(0, 10));
  storedDrafts.write([], '11');
  assert.deepEqual(Object.keys(items), []);
});

test('a tab continues its own draft after a reload of the same opening only', () => {
  draftTab.write('tab', '11');
  assert.equal(tabOf('11', true), 'tab');
  assert.notEqual(tabOf('11', false), 'tab');
  assert.notEqual(tabOf('12', true), 'tab');
});

const kept = { version: 1, savedAt: start, company: 'Buka Ireti', values: { a: 'x' } } as const;

test('what a person let the device keep is read for thirty days, then it is removed', () => {
  keptApplication.write(kept);
  mock.timers.setTime(start + limits.keptDays * dayMs - 1);
  removeUnusableRecords();
  assert.deepEqual(keptApplication.read(), kept);
  mock.timers.setTime(start + limits.keptDays * dayMs);
  assert.equal(keptApplication.read(), undefined);
  removeUnusableRecords();
  assert.deepEqual(Object.keys(items), []);
});

test('a kept application of another version, from the future or damaged is not read, and is removed', () => {
  const others = [
    { ...kept, version: 2 },
    { ...kept, version: undefined },
    { ...kept, savedAt: start + 1 },
    { ...kept, savedAt: 'x' },
    { ...kept, company: 5 },
    { ...kept, values: null },
  ];
  for (const text of ['x', 'null', '[]', ...others.map((one) => JSON.stringify(one))]) {
    items['application-kept'] = text;
    assert.equal(keptApplication.read(), undefined, text);
    removeUnusableRecords();
    assert.deepEqual(Object.keys(items), []);
  }
  items['application-kept'] = JSON.stringify({ ...kept, values: { a: 'x', b: 1 } });
  assert.deepEqual(keptApplication.read()?.values, { a: 'x' });
});

test('keys are long, unique, and consist of safe characters', () => {
  const keys = new Set(Array.from({ length: 100 }, randomKey));
  assert.equal(keys.size, 100);
  for (const key of keys) assert.match(key, /^[\w-]{24}$/);
});

test('expired and damaged drafts are removed, those of a clock that was a year ahead after thirty days', () => {
  const yearAhead = { ...draft, savedAt: start + 365 * dayMs };
  storedDrafts.write([{ ...draft, savedAt: 0 }], '1');
  storedDrafts.write(
    [draft, { ...draft, tab: 'old', savedAt: start - limits.draftDays * dayMs }],
    '2',
  );
  storedDrafts.write([yearAhead], '3');
  items['application-draft:4'] = 'damaged';
  removeUnusableRecords();
  assert.deepEqual(Object.keys(items), ['application-draft:2', 'application-draft:3']);
  assert.equal(items['application-draft:2'], JSON.stringify({ ...draft, others: [] }));
  mock.timers.setTime(start + limits.draftDays * dayMs - 1);
  assert.equal(storedDrafts.read('3')?.length, 1);
  mock.timers.setTime(start + limits.draftDays * dayMs);
  removeUnusableRecords();
  assert.deepEqual(Object.keys(items), []);
});

test('an application is known for a year to its company only, and its receipt for seven days', () => {
  noteApplication('1', sent);
  assert.equal(companyApplications.read('2'), undefined);
  mock.timers.setTime(start + 7 * dayMs - 1);
  const noted = companyApplications.read('1');
  assert.deepEqual(noted, { ...sent, notedAt: start });
  assert.equal(hasReceipt(noted), true);
  mock.timers.setTime(start + 7 * dayMs);
  assert.equal(hasReceipt(noted), false);
  mock.timers.setTime(start + 365 * dayMs - 1);
  assert.ok(companyApplications.read('1'));
  mock.timers.setTime(start + 365 * dayMs);
  assert.equal(companyApplications.read('1'), undefined);
  removeUnusableRecords();
  assert.deepEqual(Object.keys(items), []);
});

test('an application that is read again keeps its day', () => {
  noteApplication('1', sent);
  mock.timers.setTime(start + dayMs);
  noteApplication('1', sent);
  assert.equal(companyApplications.read('1')?.notedAt, start);
});

test('a damaged record of an application is none, and is removed, as one that nothing reads any more', () => {
  for (const junk of ['x', 'null', '{}', '[]', '{"key":"k"}', '{"joblistingid":"11"}']) {
    items['application-company:1'] = junk;
    items['application-sent:11'] = junk;
    assert.equal(companyApplications.read('1'), undefined, junk);
    removeUnusableRecords();
    assert.deepEqual(Object.keys(items), []);
  }
});

test('a storage that the browser forbids is empty, and takes nothing', () => {
  Object.defineProperty(window, 'localStorage', {
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  assert.equal(storedDrafts.write([draft], '11'), false);
  assert.equal(storedDrafts.read('11'), undefined);
  removeUnusableRecords();
  removePersonalRecords();
});

test('forgetting a device removes all but the choices of a visitor and what is about the forgetting', () => {
  const { storedChoices, ...others } = otherRecords;
  const all = [...Object.values({ ...applicationRecords, ...others, ...storedChoices })];
  for (const record of all)
    if (typeof record === 'object')
      items[`${record.name}${/\W$/.test(record.name) ? '1' : ''}`] = '1';
  assert.ok(Object.keys(items).includes('application-draft:1'));
  removePersonalRecords();
  assert.deepEqual(Object.keys(items).toSorted(), [
    'forgotten',
    'forgotten-at',
    'forgotten-here',
    'language-offered',
    'open-rows',
    'opened 1',
    'scheme',
    'skin',
  ]);
});

test('only the two modules of records and the script in the head use the storages of the browser', () => {
  const users = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /(?:local|session)Storage\b/.test(readFileSync(`${root}${file}`, 'utf8')),
  );
  assert.deepEqual(users.toSorted(), [
    'src/browser/application-records.ts',
    'src/browser/storage.ts',
    'src/framework/head-script.ts',
  ]);
});
