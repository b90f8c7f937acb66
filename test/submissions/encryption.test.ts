import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decrypt, encrypt, submissionKeys } from '#src/submissions/encryption.ts';
import { secret } from './sample.ts';

const { encryption } = submissionKeys(secret);

test('a value that was cut anywhere, or has another key or row, is undefined', () => {
  const encrypted = encrypt({ a: 1 }, encryption, 'row');
  assert.deepEqual(decrypt(encrypted, encryption, 'row'), { a: 1 });
  for (let length = 0; length < encrypted.length; length += 1)
    assert.equal(decrypt(encrypted.subarray(0, length), encryption, 'row'), undefined, `${length}`);
  assert.equal(decrypt(encrypted, encryption, 'another row'), undefined);
  assert.equal(decrypt(encrypted, submissionKeys('x'.repeat(40)).encryption, 'row'), undefined);
});

test('each purpose has a key of its own', () => {
  const keys = Object.values(submissionKeys(secret)).map((one: Buffer) => one.toString('hex'));
  assert.equal(new Set(keys).size, 4);
});
