import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { openHostData } from '#src/api-host/data.ts';
import { readHostSettings, readSettings } from '#src/config/settings.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { sessionSecret } from '#src/submissions/session-secret.ts';
import { scriptedClamd } from '#test/api-host/support/scripted-clamd.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';
import { careers } from './support/in-process.ts';

interface Finding {
  readonly check: string;
  readonly result: string;
  readonly messages: readonly string[];
}

/** Returns a DATA_DIR with all that a site and its API host keep there, and a host that responds. */
async function installation() {
  const dataDir = await mkdtemp(join(tmpdir(), 'careers-doctor-'));
  const host = await startScriptedHost();
  const env = {
    DATA_DIR: dataDir,
    API_HOST: host.origin,
    SITE_ORIGIN: 'https://careers.example.com',
  };
  await (await openHostData(readHostSettings(env))).close();
  const repository = openSubmissionRepository({
    file: join(dataDir, 'site.sqlite'),
    secret: sessionSecret(readSettings(env)),
  });
  await repository.checkDatabase();
  await repository.close();
  return {
    dataDir,
    env,
    doctor: async (changes: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await careers(['doctor', '--json'], {
        env: { ...env, ...changes },
      });
      const findings: Finding[] = JSON.parse(stdout);
      assert.ok(Array.isArray(findings), stdout + stderr);
      return {
        code,
        of: (check: string) => findings.find((finding) => finding.check === check),
        unhealthy: findings.filter(({ result }) => result !== 'ok').map(({ check }) => check),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test('a complete installation passes every check', async () => {
  await using own = await installation();
  const { code, unhealthy, of } = await own.doctor();
  // Applicants of a public site would get the mails of the sample company.
  assert.deepEqual([code, unhealthy], [0, ['settings']]);
  assert.match(of('settings')?.messages.join() ?? '', /SITE_CONFIG/);
  assert.match(of("API host's database")?.messages[0] ?? '', /schema 00\d\d-/);
  assert.match(of("site's submissions")?.messages[0] ?? '', /schema 00\d\d-/);
});

test('what an installation lacks is a failed check with its reason, and exit code 3', async () => {
  const cases: readonly (readonly [string, RegExp, (dataDir: string) => Promise<unknown>])[] = [
    [
      'session secret',
      /fewer than 32 characters/,
      (dir) => writeFile(join(dir, 'session-secret'), ''),
    ],
    [
      'session secret',
      /can be read by other users/,
      (dir) => chmod(join(dir, 'session-secret'), 0o644),
    ],
    [
      'session secret',
      /can be read by other users/,
      (dir) => chmod(join(dir, 'session-secret'), 0o640),
    ],
    [
      "API host's database",
      /newer version/,
      (dir) => addMigration(join(dir, 'api-host.sqlite'), '9999-later-breaking'),
    ],
    [
      "site's submissions",
      /site\.sqlite is damaged, or no database/,
      (dir) => writeFile(join(dir, 'site.sqlite'), 'garbage'.repeat(1000)),
    ],
    [
      'documents',
      /documents/,
      (dir) =>
        rm(join(dir, 'documents'), { recursive: true }).then(() =>
          writeFile(join(dir, 'documents'), ''),
        ),
    ],
  ];
  for (const [check, message, spoil] of cases) {
    await using own = await installation();
    await spoil(own.dataDir);
    const { code, of } = await own.doctor();
    assert.equal(of(check)?.result, 'failed', check);
    assert.match(of(check)?.messages[0] ?? '', message);
    assert.equal(code, 3);
  }
});

test('without space for a document the check of the free space fails, and below a gibibyte it warns', async () => {
  for (const [mebibytes, result, code, message] of [
    [50, 'failed', 3, '50.0 MiB in DATA_DIR: no document is accepted below 64 MiB'],
    [65, 'warning', 0, '65.0 MiB in DATA_DIR, less than 1 GiB'],
    [1024, 'ok', 0, '1.0 GiB in DATA_DIR'],
  ] as const) {
    await using own = await installation();
    const { statfs } = fs.promises;
    const found = { bavail: mebibytes, bsize: 1024 * 1024 };
    Object.assign(fs.promises, { statfs: async () => found });
    syncBuiltinESMExports();
    try {
      const report = await own.doctor();
      const finding = report.of('free space');
      assert.deepEqual(
        [finding?.result, report.code, finding?.messages],
        [result, code, [message]],
      );
    } finally {
      Object.assign(fs.promises, { statfs });
      syncBuiltinESMExports();
    }
  }
});

test('the mail server of SMTP_URL is asked for a connection and a login, and is sent nothing', async (t) => {
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'me' }) : done(new Error('wrong password')),
    onMailFrom: () => assert.fail('a mail was sent'),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  assert.ok(typeof address === 'object' && address);
  await using own = await installation();
  for (const [url, result, message] of [
    [
      `me:right@127.0.0.1:${address.port}`,
      'ok',
      /^127\.0\.0\.1:\d+ accepts the connection and the login; nothing was sent$/,
    ],
    [`me:wrong@127.0.0.1:${address.port}`, 'failed', /: Invalid login: 535 wrong password$/],
    ['127.0.0.1:1', 'failed', /^127\.0\.0\.1:1: connect ECONNREFUSED/],
  ] as const) {
    const { code, of } = await own.doctor({
      SMTP_URL: `smtp://${url}`,
      MAIL_FROM: 'careers@example.com',
    });
    assert.match(of('mail')?.messages[0] ?? '', message);
    assert.deepEqual([of('mail')?.result, code], [result, result === 'ok' ? 0 : 3]);
  }
});

test('the schema of an older version is reported and not migrated', async () => {
  await using own = await installation();
  const file = join(own.dataDir, 'api-host.sqlite');
  const database = new DatabaseSync(file);
  const table = 'kysely_migration';
  const newest = database.prepare(`select max(name) as name from ${table}`).get()?.name;
  database.prepare(`delete from ${table} where name = ?`).run(String(newest));
  database.close();
  const { code, of } = await own.doctor();
  assert.match(of("API host's database")?.messages[0] ?? '', /the schema of an older version/);
  assert.equal(code, 3);
  const after = new DatabaseSync(file);
  assert.notEqual(after.prepare(`select max(name) as name from ${table}`).get()?.name, newest);
  after.close();
});

test('a setting without an effect and a missing SITE_ORIGIN are warnings', async () => {
  await using own = await installation();
  const { code, of } = await own.doctor({
    DATABASE_URI: 'postgres://x',
    SITE_ORIGIN: '',
    HOST: '0.0.0.0',
  });
  assert.deepEqual([code, of('settings')?.result], [0, 'warning']);
  assert.deepEqual(of('settings')?.messages, [
    'DATABASE_URI is no setting and has no effect; did you mean DATABASE_URL?',
    'SITE_ORIGIN is unset: links, feeds and canonical URLs name localhost',
  ]);
});

test('without an installation and without a host the report says so, and exits with 6', async () => {
  const dataDir = join(tmpdir(), 'careers-doctor-none');
  const { code, stdout } = await careers(['doctor'], { env: { DATA_DIR: dataDir } });
  assert.equal(code, 6);
  assert.match(stdout, /^failed {2}connection: no API host: set --host or API_HOST/);
  await assert.rejects(readFile(dataDir), { code: 'ENOENT' });
});

test('with DATABASE_URL before the first start, nothing is created', async () => {
  const dataDir = join(tmpdir(), `careers-doctor-${randomUUID()}`);
  const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://careers@127.0.0.1:1/careers' };
  const { code, stdout } = await careers(['doctor'], { env });
  assert.equal(code, 3);
  assert.match(stdout, /^warning DATA_DIR: .* does not exist: the first start makes it$/m);
  assert.match(
    stdout,
    /^failed {2}API host's database: .* cannot be reached: connect ECONNREFUSED 127.0.0.1:1\.$/m,
  );
  assert.doesNotMatch(stdout, /ENOENT/);
  await assert.rejects(stat(dataDir), { code: 'ENOENT' });
});

function addMigration(file: string, name: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run(name, '');
  database.close();
  return Promise.resolve();
}

test('the malware scanner is asked if CLAMD_URL names one', async (t) => {
  await using own = await installation();
  assert.equal((await own.doctor()).of('malware scanner'), undefined);
  const { address } = await scriptedClamd(t);
  assert.ok('port' in address);
  const url = `tcp://${address.host}:${address.port}`;
  const { code, of } = await own.doctor({ CLAMD_URL: url });
  assert.deepEqual([code, of('malware scanner')?.result], [0, 'ok']);
  const gone = await own.doctor({ CLAMD_URL: 'unix:/nowhere/clamd.sock' });
  assert.equal(gone.code, 3);
  assert.match(
    gone.of('malware scanner')?.messages[0] ?? '',
    /clamd at \/nowhere\/clamd\.sock does not respond \(.*ENOENT.*\): documents are received, and held back/,
  );
});

test('an invalid setting is a failed check, in the JSON and in the JUnit report', async () => {
  await using own = await installation();
  const report = join(own.dataDir, 'doctor.xml');
  for (const args of [[], ['--host', own.env.API_HOST]]) {
    const { code, stdout } = await careers(['doctor', '--json', '--junit', report, ...args], {
      env: { ...own.env, PORT: 'x' },
    });
    const [finding, ...others]: Finding[] = JSON.parse(stdout);
    assert.deepEqual(
      [code, finding?.check, finding?.result, others],
      [3, 'settings', 'failed', []],
    );
    assert.match(finding?.messages[0] ?? '', /^PORT must be/);
    assert.match(await readFile(report, 'utf8'), /tests="1" failures="1"/);
  }
});
