import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseApiAddress, parseBaseUrl, socketPathOf } from '#src/http/base-url.ts';

const table: readonly (readonly [string, string | undefined])[] = [
  ['http://localhost:3001', 'http://localhost:3001'],
  ['https://API.example.com/', 'https://api.example.com'],
  ['https://example.com/careers/', 'https://example.com/careers'],
  ['http://[::1]:80', 'http://[::1]'],
  ['example.com', undefined],
  ['localhost:3001', undefined],
  ['ftp://example.com', undefined],
  ['https://user:secret@example.com', undefined],
  ['https://example.com/?key=1', undefined],
  ['https://example.com/#top', undefined],
  ['', undefined],
];

for (const [text, address] of table)
  test(`${JSON.stringify(text)} is ${address === undefined ? 'not a base URL' : `the base URL ${address}`}`, () => {
    assert.equal(parseBaseUrl(text), address);
  });

test('the address of an API host is a base URL, or the path of a Unix socket after unix:', () => {
  const socket = 'unix:/srv/a b#c%d/host.sock';
  assert.equal(parseApiAddress(socket), socket);
  assert.equal(socketPathOf(socket), '/srv/a b#c%d/host.sock');
  assert.equal(parseApiAddress('https://API.example.com/'), 'https://api.example.com');
  for (const text of ['unix:host.sock', 'unix:', 'ftp://example.com'])
    assert.equal(parseApiAddress(text), undefined, text);
});
