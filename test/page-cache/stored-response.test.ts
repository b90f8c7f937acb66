import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressStored, storeResponse, toResponse } from '#src/page-cache/stored-response.ts';

const body = Buffer.from('Bread. '.repeat(100));
const headers = new Headers({
  'content-type': 'text/html',
  'content-length': '7',
  'content-encoding': 'identity',
  'transfer-encoding': 'chunked',
  etag: '"a"',
  'cache-control': 'public',
});

test('each variant has a length, a coding and an ETag of its own in place of those of the response', async () => {
  const stored = storeResponse(body, headers);
  const compressed = await compressStored(stored, 'gzip');
  const respond = async (coding: string, known = '') => {
    const sent = { 'accept-encoding': coding, 'if-none-match': known };
    const response = await toResponse(stored, new Request('http://x/', { headers: sent }));
    return [response.status, Object.fromEntries(response.headers)] as const;
  };
  const common = { 'content-type': 'text/html', 'cache-control': 'public' };
  const plain = { etag: '"a"', 'content-length': `${body.length}` };
  assert.deepEqual(await respond(''), [200, { ...common, ...plain }]);
  const coded = {
    etag: '"a-gzip"',
    'content-length': `${compressed.body.length}`,
    'content-encoding': 'gzip',
  };
  assert.deepEqual(await respond('gzip'), [200, { ...common, ...coded }]);
  const unchanged = { etag: '"a-gzip"', 'cache-control': 'public' };
  for (const known of ['"a-gzip"', 'W/"a-gzip"', '"b", "a-gzip"', '*'])
    assert.deepEqual(await respond('gzip', known), [304, unchanged], known);
  assert.equal((await respond('gzip', '"a"'))[0], 200);
});

test('a file is sent in the codings of the build only', async () => {
  const file = storeResponse(body, headers, { gzip: Buffer.from('coded') });
  const codingFor = async (accepted: string) => {
    const request = new Request('http://x/', { headers: { 'accept-encoding': accepted } });
    return (await toResponse(file, request)).headers.get('content-encoding');
  };
  assert.deepEqual(await Promise.all(['br', 'br, gzip', 'gzip;q=0', '*'].map(codingFor)), [
    ...[null, 'gzip', null, 'gzip'],
  ]);
});
