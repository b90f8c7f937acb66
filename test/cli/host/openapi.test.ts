import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '#src/api-host/openapi.ts';
import { careers } from '../support/in-process.ts';

test('prints the description of the API without data of a host', async () => {
  const { code, stdout } = await careers(['host', 'openapi'], {
    env: { DATA_DIR: '/dev/null/no' },
  });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(openApi)));
});
