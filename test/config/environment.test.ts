import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamdAddress, type Environment, parseEnvironment } from '#src/config/environment.ts';
import { readHostSettings, readSettings } from '#src/config/settings.ts';

const isValid = (env: Environment): boolean => {
  try {
    parseEnvironment(env);
    return true;
  } catch {
    return false;
  }
};

const timerMs = [1, 2_147_483_647] as const;
const databaseMs = [1, 86_400_000] as const;
for (const [variable, [min, max]] of Object.entries({
  PORT: [0, 65_535],
  METRICS_PORT: [0, 65_535],
  API_TIMEOUT_MS: timerMs,
  CACHE_TTL_MS: [0, timerMs[1]],
  STALE_AFTER_MS: timerMs,
  UPLOAD_MAX_BYTES: [1, 1_099_511_627_776],
  DATABASE_POOL_SIZE: [1, 1000],
  DATABASE_CONNECT_TIMEOUT_MS: databaseMs,
  DATABASE_LOCK_TIMEOUT_MS: databaseMs,
  DATABASE_STATEMENT_TIMEOUT_MS: databaseMs,
  DATABASE_IDLE_TIMEOUT_MS: databaseMs,
  RETENTION_DAYS: [1, 36_500],
  TRUST_PROXY: [0, 32],
} as const))
  test(`${variable} is a whole number from ${min} to ${max}`, () => {
    for (const value of [min, max])
      assert.deepEqual(parseEnvironment({ [variable]: `${value}` }), {
        ...parseEnvironment({}),
        [variable]: value,
      });
    for (const value of [min - 1, max + 1, `${min}.5`, `${max} `, '0x1'])
      assert.throws(
        () => parseEnvironment({ [variable]: `${value}` }),
        { message: `${variable} must be a whole number from ${min} to ${max}` },
        `${value}`,
      );
  });

for (const [variable, valid, invalid] of [
  ['API_HOST_SECRET', ['s'.repeat(32)], ['s'.repeat(31)]],
  ['SESSION_SECRET', ['s'.repeat(32)], ['s'.repeat(31)]],
  ['SAMPLE_DATA', ['auto', 'on', 'off'], ['yes', 'ON']],
  ['LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], ['none']],
  [
    'DATABASE_URL',
    ['postgres://a/b', 'postgresql://a/b'],
    ['postgresqls://a/b', 'xpostgres://a/b', 'postgres'],
  ],
  ['DOCUMENTS_URL', ['file:///srv', 's3://bucket'], ['https://s3.example']],
  ['S3_REGION', ['eu-west_1'], ['eu west', 'eu/west']],
  ['SMTP_URL', ['smtp://a', 'smtps://a'], ['http://a', 'a']],
  ['REDIS_URL', ['redis://a', 'rediss://a'], ['http://a', 'a']],
  ['MAIL_FROM', ['a@b.example', 'A B <a@b.example>'], ['a', '<a@b.example>', 'a@b c', 'A <a>']],
] as const)
  test(`${variable} accepts ${valid.join(', ')}, and not ${invalid.join(', ')}`, () => {
    for (const value of valid) assert.ok(isValid({ [variable]: value }), value);
    for (const value of invalid) assert.ok(!isValid({ [variable]: value }), value);
  });

test('a sign in a password that ends the name of the server is named with the setting', () => {
  for (const [variable, protocol] of [
    ['DATABASE_URL', 'postgres'],
    ['MIGRATION_DATABASE_URL', 'postgres'],
    ['SMTP_URL', 'smtp'],
    ['REDIS_URL', 'redis'],
  ] as const) {
    // The digits are read as the port of a server 'u'.
    for (const password of ['12#a', '12/a', '12?a', '12?a/b', 'a@b/c', 'a#b', 'a/b', 'a?b'])
      assert.throws(
        () => parseEnvironment({ [variable]: `${protocol}://u:${password}@host:1/name` }),
        { message: new RegExp(`^${variable} must be .*written %23, %2F and %3F$`) },
        password,
      );
    for (const rest of ['u:12%23a@host:1/name', 'u%40a.b:p@host:1', 'u:p@[::1]:1/', ':p@host/0'])
      assert.ok(isValid({ [variable]: `${protocol}://${rest}` }), rest);
  }
  const certificate = 'u:p@a:1,b:2/careers?sslmode=verify-full&sslrootcert=/etc/ssl/ca@example.pem';
  assert.ok(isValid({ DATABASE_URL: `postgres://${certificate}` }));
});

test('the defaults are those of the contract', () =>
  assert.deepEqual(parseEnvironment({}), {
    SAMPLE_DATA: 'auto',
    API_TIMEOUT_MS: 10_000,
    CACHE_TTL_MS: 5000,
    STALE_AFTER_MS: 2000,
    UPLOAD_MAX_BYTES: 1_099_511_627_776,
    DATA_DIR: './data',
    S3_REGION: 'us-east-1',
    LOG_LEVEL: 'info',
    TRUST_PROXY: 0,
    METRICS_HOST: '127.0.0.1',
  }));

test('each limit of the database has its variable', () => {
  const env = {
    DATABASE_POOL_SIZE: '2',
    DATABASE_CONNECT_TIMEOUT_MS: '3',
    DATABASE_LOCK_TIMEOUT_MS: '4',
    DATABASE_STATEMENT_TIMEOUT_MS: '5',
    DATABASE_IDLE_TIMEOUT_MS: '6',
  };
  const databaseLimits = {
    poolSize: 2,
    connectTimeoutMs: 3,
    lockTimeoutMs: 4,
    statementTimeoutMs: 5,
    idleTimeoutMs: 6,
  };
  for (const read of [readSettings, readHostSettings])
    assert.deepEqual(read(env).databaseLimits, databaseLimits);
});

test('the address of clamd has a host, a port and no path', () => {
  assert.deepEqual(clamdAddress('tcp://a:1'), { host: 'a', port: 1 });
  assert.deepEqual(clamdAddress('tcp://a:1/'), { host: 'a', port: 1 });
  for (const wrong of ['tcp://a', 'tcp://:1', 'tcp://a:1/b', 'udp://a:1', 'a:1', ''])
    assert.equal(clamdAddress(wrong), undefined, wrong);
});
