import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { hasSessionSecret, sessionSecret } from '#src/submissions/session-secret.ts';

const withDirectory = async (run: (dataDir: string) => unknown) => {
  const parent = mkdtempSync(join(tmpdir(), 'secret-'));
  try {
    await run(join(parent, 'data'));
  } finally {
    rmSync(parent, { recursive: true });
  }
};

test('uses a configured secret and writes no file', () =>
  withDirectory((dataDir) => {
    const configured = 'x'.repeat(32);
    assert.equal(sessionSecret({ sessionSecret: configured, dataDir }), configured);
    assert.throws(() => statSync(dataDir));
  }));

test('creates a secret once, readable by its owner only, and reads it afterwards', () =>
  withDirectory((dataDir) => {
    const created = sessionSecret({ dataDir });
    assert.equal(Buffer.from(created, 'base64url').length, 32);
    assert.equal(statSync(join(dataDir, 'session-secret')).mode & 0o777, 0o600);
    assert.equal(sessionSecret({ dataDir }), created);
    assert.deepEqual(readdirSync(dataDir), ['session-secret']);
  }));

test('processes that start at the same time get the same secret', () =>
  withDirectory(async (dataDir) => {
    const script = `import { sessionSecret } from '#src/submissions/session-secret.ts';
      process.stdout.write(sessionSecret({ dataDir: ${JSON.stringify(dataDir)} }));`;
    const responses = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
        const [secret] = await Promise.all([text(child.stdout), once(child, 'exit')]);
        return secret;
      }),
    );
    assert.equal(new Set(responses).size, 1);
    assert.ok((responses[0] ?? '').length >= 32);
  }));

test('refuses a secret file with less than 32 characters', () =>
  withDirectory((dataDir) => {
    sessionSecret({ dataDir });
    const write = (length: number) =>
      writeFileSync(join(dataDir, 'session-secret'), `${'x'.repeat(length)}\n`);
    write(31);
    assert.equal(hasSessionSecret({ dataDir }), false);
    assert.throws(() => sessionSecret({ dataDir }), {
      name: 'SettingsError',
      message: /too short/,
    });
    write(32);
    assert.equal(hasSessionSecret({ dataDir }), true);
    assert.equal(sessionSecret({ dataDir }), 'x'.repeat(32));
  }));
