import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { HostSettingsError, readHostSettings } from '#src/api-host/settings.ts';

test('with no setting at all the host listens on this machine only and keeps its data in ./data', () => {
  const settings = readHostSettings({});
  assert.deepEqual(settings, {
    port: 3001,
    host: '127.0.0.1',
    dataDir: join(process.cwd(), 'data'),
    documentsUrl: new URL(`file://${join(process.cwd(), 'data', 'documents')}`),
    uploadMaxBytes: 1_099_511_627_776,
    logLevel: 'info',
  });
});

test('a variable that is empty counts as not set', () => {
  const empty = {
    PORT: '',
    HOST: '',
    DATA_DIR: '',
    DATABASE_URL: '',
    DOCUMENTS_URL: '',
    UPLOAD_MAX_BYTES: '',
    LOG_LEVEL: '',
  };
  assert.deepEqual(readHostSettings(empty), readHostSettings({}));
});

test('a data directory with spaces and signs in its name is a directory like any other', () => {
  const { documentsUrl } = readHostSettings({ DATA_DIR: '/srv/a b#c%d' });
  assert.equal(decodeURIComponent(documentsUrl.pathname), '/srv/a b#c%d/documents');
});

for (const [name, value] of [
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'postgres://localhost/careers'],
  ['DOCUMENTS_URL', 's3://bucket/prefix'],
  ['DOCUMENTS_URL', './documents'],
  ['DOCUMENTS_URL', 'file://other-machine/documents'],
  ['UPLOAD_MAX_BYTES', '0'],
  ['UPLOAD_MAX_BYTES', '4MB'],
  ['UPLOAD_MAX_BYTES', '1099511627777'],
  ['LOG_LEVEL', 'loud'],
] as const)
  test(`${name}=${value} is refused by name`, () => {
    assert.throws(
      () => readHostSettings({ [name]: value }),
      (error: unknown) => {
        assert.ok(error instanceof HostSettingsError);
        assert.match(error.message, new RegExp(`^${name} must be .+\\.$`));
        return true;
      },
    );
  });
