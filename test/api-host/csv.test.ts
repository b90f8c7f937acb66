import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '#src/api-host/admin/export-applications.ts';

for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
  test(`a cell that begins with ${JSON.stringify(sign)} is no formula`, () => {
    assert.equal(csvLine([`${sign}1`, `1${sign}`]), `"'${sign}1","1${sign}"\r\n`);
  });
