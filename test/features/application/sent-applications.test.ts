import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import {
  hasReceipt,
  noteApplication,
  readApplicationOfCompany,
  readSent,
  writeSent,
} from '#src/features/application/sent-applications.ts';
import { acceptedStatus as sent } from './support/accepted-status.ts';

const items = new Map<string, string>();
const storage = {
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, value: string) => void items.set(name, value),
  removeItem: (name: string) => void items.delete(name),
} as Storage;
Object.assign(globalThis, { window: { localStorage: storage } });
mock.timers.enable({ apis: ['Date'] });
const start = Date.UTC(2026, 4, 1);
const dayMs = 24 * 3600 * 1000;
beforeEach(() => {
  items.clear();
  mock.timers.setTime(start);
});

test('an application is known for a year to its company only, and its receipt for seven days', () => {
  noteApplication('1', sent);
  assert.equal(readApplicationOfCompany('2'), undefined);
  mock.timers.setTime(start + 7 * dayMs - 1);
  const noted = readApplicationOfCompany('1');
  assert.deepEqual(noted, {
    joblistingid: '11',
    submissionId: 'a',
    appliedOn: '1 May 2026',
    notedAt: start,
  });
  assert.equal(hasReceipt(noted), true);
  mock.timers.setTime(start + 7 * dayMs);
  assert.equal(hasReceipt(noted), false);
  mock.timers.setTime(start + 365 * dayMs - 1);
  assert.ok(readApplicationOfCompany('1'));
  mock.timers.setTime(start + 365 * dayMs);
  assert.equal(readApplicationOfCompany('1'), undefined);
  assert.equal(items.size, 0);
});

test('an application that is read again keeps its day', () => {
  noteApplication('1', sent);
  mock.timers.setTime(start + dayMs);
  noteApplication('1', sent);
  assert.equal(readApplicationOfCompany('1')?.notedAt, start);
});

test('a damaged record is none', () => {
  for (const junk of ['x', 'null', '{}', '[]', '{"joblistingid":"11"}']) {
    items.set('application-company:1', junk);
    assert.equal(readApplicationOfCompany('1'), undefined, junk);
  }
});

test('the record of an accepted application is read for seven days, and a damaged one is removed', () => {
  const sent = { key: 'k', appliedOn: '1 May 2026', savedAt: start };
  writeSent(storage, '11', sent);
  assert.deepEqual(readSent(storage, '11', start + 7 * dayMs - 1), sent);
  assert.equal(readSent(storage, '11', start + 7 * dayMs), undefined);
  assert.equal(items.size, 0);
  for (const junk of ['x', '{}', 'null', '{"key":"k"}']) {
    items.set('application-sent:11', junk);
    assert.equal(readSent(storage, '11', start), undefined, junk);
    assert.equal(items.size, 0);
  }
});
