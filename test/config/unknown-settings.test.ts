import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingNames } from '#src/config/environment.ts';
import { unknownSettings } from '#src/config/unknown-settings.ts';

const given = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'secret']));

for (const [variable, nearest] of [
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['data_dir', 'DATA_DIR'],
  ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
  ['S3_BUCKET', 'S3_REGION'],
  ['REDIS_HOST', 'REDIS_URL'],
  ['API_TIMEOUT', 'API_TIMEOUT_MS'],
  ['SESION_SECRET', 'SESSION_SECRET'],
  ['CACHE_TTL', 'CACHE_TTL_MS'],
  ['UPLOAD_MAX_SIZE', 'UPLOAD_MAX_BYTES'],
  ['XXLOG_LEVEL', 'LOG_LEVEL'],
] as const)
  test(`${variable} is no setting, and the nearest is ${nearest}`, () =>
    assert.deepEqual(unknownSettings(given(variable)), [{ variable, nearest }]));

test('a variable of a group that has no setting yet is unknown', () =>
  assert.equal(unknownSettings(given('SMTP_HOST'))[0]?.variable, 'SMTP_HOST'));

test('settings, and variables of other programs, are not unknown', () => {
  const others = [
    'PATH',
    'HOSTNAME',
    'HOME',
    'NODE_ENV',
    'npm_config_cache',
    'POSTGRES_USER',
    'LANG',
    'PORTS',
    'XXXLOG_LEVEL',
  ];
  assert.deepEqual(unknownSettings(given(...settingNames, ...others)), []);
});
