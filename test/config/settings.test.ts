import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { SettingsError } from '#src/config/environment.ts';
import { lacksSiteOrigin, readHostSettings, readSettings } from '#src/config/settings.ts';

const refusal = (
  env: Record<string, string>,
  read: typeof readSettings | typeof readHostSettings = readSettings,
): SettingsError => {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError, String(error));
    return error;
  }
  assert.fail('the settings were accepted');
};

test('without settings, every default of the contract applies', () =>
  assert.deepEqual(readSettings({}), {
    port: 3000,
    siteOrigin: 'http://localhost:3000',
    apiTimeoutMs: 10_000,
    cacheTtlMs: 5000,
    staleAfterMs: 2000,
    uploadMaxBytes: 1_099_511_627_776,
    dataDir: resolve('data'),
    logLevel: 'info',
    trustProxy: 0,
  }));

test('metrics are served to this machine only, unless METRICS_HOST says otherwise', () => {
  const env = { METRICS_PORT: '9100' };
  assert.deepEqual(readSettings(env).metrics, { port: 9100, host: '127.0.0.1' });
  assert.equal(readSettings({ ...env, METRICS_HOST: '::' }).metrics?.host, '::');
});

test('an empty variable counts as unset', () => {
  const unset = readSettings({});
  assert.equal(unset.port, 3000);
  assert.deepEqual(readSettings({ PORT: '', API_HOST: ' ' }), unset);
});

test('the secondary host is the primary unless it is named', () => {
  const env = { API_HOST: 'http://a:1' };
  assert.equal(readSettings(env).apiSecondaryHost, 'http://a:1');
  const named = readSettings({ ...env, API_SECONDARY_HOST: 'https://b' });
  assert.equal(named.apiSecondaryHost, 'https://b');
});

test('an API host may be below a path, and a slash at the end of an address is removed', () => {
  const env = { API_HOST: 'https://api.example/v1/', SITE_ORIGIN: 'https://jobs.example/' };
  const { apiHost, siteOrigin } = readSettings(env);
  assert.deepEqual([apiHost, siteOrigin], ['https://api.example/v1', 'https://jobs.example']);
});

for (const [variable, value] of [
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['SITE_ORIGIN', 'jobs.example'],
  ['SITE_ORIGIN', 'https://jobs.example/careers'],
  ['SITE_ORIGIN', 'unix:/run/site.sock'],
  ['API_HOST', 'https://api.example/?v=1'],
  ['API_HOST', 'ftp://api.example'],
  ['API_SECONDARY_HOST', 'https://user:pass@api.example'],
  ['API_TIMEOUT_MS', '0'],
  ['CACHE_TTL_MS', 'soon'],
  ['UPLOAD_MAX_BYTES', '1099511627777'],
  ['SESSION_SECRET', 'short'],
  ['DATABASE_URL', 'mysql://localhost/careers'],
  ['DOCUMENTS_URL', '/var/documents'],
  ['LOG_LEVEL', 'loud'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['TRUST_PROXY', 'yes'],
] as const)
  test(`${variable}=${value} is reported by name, without its value`, () => {
    const { variables, message } = refusal({ [variable]: value });
    assert.deepEqual(variables, [variable]);
    assert.ok(message.startsWith(`${variable} must`), message);
    assert.ok(!message.includes(value) || value.length < 3, message);
  });

test('all invalid values are reported at once', () =>
  assert.deepEqual(refusal({ PORT: 'x', LOG_LEVEL: 'x' }).variables, ['PORT', 'LOG_LEVEL']));

test('without settings the API host listens on this machine only and stores its data in ./data', () =>
  assert.deepEqual(readHostSettings({}), {
    port: 3001,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    sampleData: true,
    documentsUrl: new URL(`file://${resolve('data', 'documents')}`),
    uploadMaxBytes: 1_099_511_627_776,
    logLevel: 'info',
  }));

test('an empty variable counts as unset for the API host', () => {
  const names = 'PORT HOST DATA_DIR DATABASE_URL DOCUMENTS_URL UPLOAD_MAX_BYTES LOG_LEVEL'.split(
    ' ',
  );
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  const unset = readHostSettings({});
  assert.ok(unset.port > 0);
  assert.deepEqual(readHostSettings(empty), unset);
});

test('the data directory of the API host may have spaces and special characters in its name', () => {
  const { documentsUrl } = readHostSettings({ DATA_DIR: '/srv/a b#c%d' });
  assert.equal(decodeURIComponent(documentsUrl.pathname), '/srv/a b#c%d/documents');
});

test('DATABASE_URL may name several servers', () => {
  const databaseUrl =
    'postgres://user:p%40ss@a.example:5432,b.example:5432/careers?sslmode=require';
  assert.equal(readHostSettings({ DATABASE_URL: databaseUrl }).databaseUrl, databaseUrl);
});

const key = { S3_ACCESS_KEY_ID: 'the key', S3_SECRET_ACCESS_KEY: 'the secret' };

test('DOCUMENTS_URL may name a bucket of an S3 service, AWS by default', () => {
  const { s3 } = readHostSettings({ DOCUMENTS_URL: 's3://bucket', ...key });
  assert.deepEqual(s3, {
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: '',
    accessKeyId: 'the key',
    secretAccessKey: 'the secret',
  });
  const other = readHostSettings({
    DOCUMENTS_URL: 's3://My_Bucket/of/careers/',
    S3_ENDPOINT: 'http://10.0.0.1:9000/',
    S3_REGION: 'eu-west-1',
    ...key,
  });
  assert.deepEqual(other.s3, {
    ...s3,
    endpoint: 'http://10.0.0.1:9000',
    region: 'eu-west-1',
    bucket: 'My_Bucket',
    prefix: 'of/careers/',
  });
});

test('a bucket without its key, and an invalid bucket, are reported by name', () => {
  const refused = refusal({ DOCUMENTS_URL: 's3://bucket/prefix' }, readHostSettings);
  assert.deepEqual(refused.variables, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  assert.match(
    refused.message,
    /^S3_ACCESS_KEY_ID is required if DOCUMENTS_URL is an s3: address$/m,
  );
  for (const url of [
    's3://',
    's3:bucket',
    's3://key:secret@bucket',
    's3://b',
    's3://bucket?x',
    's3://bucket/a//b',
  ]) {
    const { variables, message } = refusal({ DOCUMENTS_URL: url, ...key }, readHostSettings);
    assert.deepEqual(variables, ['DOCUMENTS_URL'], url);
    assert.doesNotMatch(message, /secret/);
  }
});

test('the site accepts storage settings that only the API host uses', () => {
  const env = { DOCUMENTS_URL: 's3://bucket/prefix' };
  assert.deepEqual(readSettings(env), readSettings({}));
});

for (const [variable, value] of [
  ['MIGRATION_DATABASE_URL', 'localhost'],
  ['DOCUMENTS_URL', './documents'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_ENDPOINT', 'https://key:secret@s3.example.com'],
  ['S3_REGION', 'us east'],
  ['DOCUMENTS_URL', 'file://other-machine/documents'],
  ['UPLOAD_MAX_BYTES', '4MB'],
] as const)
  test(`the API host reports ${variable}=${value} by name`, () => {
    const { variables, message } = refusal({ [variable]: value }, readHostSettings);
    assert.deepEqual(variables, [variable]);
    assert.match(message, new RegExp(`^${variable} must be .+`));
  });

for (const [origin, setting, expected] of [
  [undefined, undefined, true],
  ['http://localhost:3000', undefined, true],
  ['http://127.0.0.1:8080', 'auto', true],
  ['http://[::1]:3000', 'auto', true],
  ['https://careers.example', undefined, false],
  ['http://localhost.example', 'auto', false],
  ['https://careers.example', 'on', true],
  [undefined, 'off', false],
] as const)
  test(`with SITE_ORIGIN ${origin} and SAMPLE_DATA ${setting} a host adds ${expected ? 'the' : 'no'} sample openings`, () => {
    const env = { SITE_ORIGIN: origin, SAMPLE_DATA: setting };
    assert.equal(readHostSettings(env).sampleData, expected);
  });

test('the site of a company has no sample openings unless they are asked for', () => {
  const SITE_CONFIG = '/etc/careers/site.yaml';
  assert.equal(readHostSettings({ SITE_CONFIG }).sampleData, false);
  assert.equal(readHostSettings({ SITE_CONFIG, SAMPLE_DATA: 'on' }).sampleData, true);
});

test('a site with signs of production lacks its origin', () => {
  for (const env of [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '10.0.0.5' },
    { API_HOST: 'https://api.example.com' },
    { TRUST_PROXY: '1' },
  ]) {
    assert.ok(lacksSiteOrigin(env), JSON.stringify(env));
    assert.ok(!lacksSiteOrigin({ ...env, SITE_ORIGIN: 'https://careers.example' }));
  }
  for (const env of [
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { API_HOST: 'http://127.0.0.1:4000' },
    { API_HOST: 'unix:/srv/careers/host.sock' },
  ])
    assert.ok(!lacksSiteOrigin(env), JSON.stringify(env));
});

test('CLAMD_URL is the address or the socket of clamd', () => {
  const clamdOf = (CLAMD_URL: string) => readHostSettings({ CLAMD_URL }).clamd;
  assert.deepEqual(clamdOf('tcp://clamd.example:3310'), { host: 'clamd.example', port: 3310 });
  assert.deepEqual(clamdOf('tcp://[::1]:3310'), { host: '::1', port: 3310 });
  assert.deepEqual(clamdOf('unix:/run/clamd.ctl'), { path: '/run/clamd.ctl' });
  for (const wrong of ['clamd', 'tcp://clamd.example', 'http://clamd:3310', 'tcp://clamd:1/path'])
    assert.throws(() => clamdOf(wrong), /CLAMD_URL must be tcp:\/\/host:port or unix:\/path/);
});
