import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spamCheck } from '#src/domain/rules/forms/spam-check.ts';

function check(fields: Readonly<Record<string, string | Blob>>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return spamCheck(data);
}

test('detects a honeypot that contains text, but not white space or a missing field', () => {
  assert.equal(check({ website: 'https://buy.example' }).honeypotFilled, true);
  assert.equal(check({ website: ' ' }).honeypotFilled, false);
  assert.equal(check({}).honeypotFilled, false);
});

test('asks to submit again for a filled honeypot once, and accepts the second submission', () => {
  const filled = { website: 'https://buy.example' };
  assert.equal(check(filled).submitAgain, true);
  assert.equal(check({ ...filled, form_submitted_before: '1' }).submitAgain, false);
  assert.equal(check({ website: '', form_submitted_before: '1' }).submitAgain, false);
});

test('a form filled in less than a second waits for the rest of it, a form without elapsed time for a second', () => {
  assert.equal(check({ form_elapsed: '300' }).waitMs, 700);
  assert.equal(check({ form_elapsed: '0' }).waitMs, 1000);
  assert.equal(check({ form_elapsed: '9' }).waitMs, 991);
  assert.equal(check({ form_elapsed: '9'.repeat(15) }).waitMs, 0);
  assert.equal(check({ form_elapsed: '9'.repeat(16) }).waitMs, 1000);
  assert.equal(check({ form_elapsed: '60000' }).waitMs, 0);
  assert.equal(check({}).waitMs, 1000);
  for (const elapsed of ['', '-5', '1e3', 'soon', new Blob(['1'])])
    assert.equal(check({ form_elapsed: elapsed }).waitMs, 1000);
});
