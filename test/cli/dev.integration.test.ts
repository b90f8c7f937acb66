import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { buildIfStale } from '#cli/server/build.ts';
import { sampleValues, writeCompany } from '#test/support/company-files.ts';
import { freePort } from '#test/support/free-port.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { cleanEnv, root } from '#test/support/site.ts';

test('npm run dev shows the sample openings and one opening in the colors of the company, and stops on a signal', async (t) => {
  const dataDir = newFolder(t);
  const values = await sampleValues();
  const colors = { accent: '#0b5d7a', paper: '#f2f7f9', ink: '#10222b' };
  const dark = { accent: '#7fd0ee', paper: '#0c1519', ink: '#e3eef3' };
  values.skins.items = [{ name: 'Lake', colors: { light: colors, dark } }];
  const company = await writeCompany({ 'site.yaml': values });
  t.after(() => rmSync(dirname(company), { recursive: true }));
  const port = await freePort();
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: {
      ...cleanEnv(),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SITE_CONFIG: company,
      SAMPLE_DATA: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // With SIGKILL `waku dev` would go on.
  t.after(() => dev.kill('SIGTERM'));
  const errors: string[] = [];
  createInterface(dev.stderr).on('line', (line) => errors.push(line));
  for await (const line of createInterface(dev.stdout)) if (line.includes('Listening on')) break;
  const origin = `http://localhost:${port}`;
  /** The first page compiles what it imports, which may take longer than a page may on a busy machine. */
  const open = async (path: string) => {
    let response = await fetch(origin + path);
    while (response.status === 504) response = await fetch(origin + path);
    return response;
  };
  const home = await open('/');
  const html = await home.text();
  assert.equal(home.status, 200, errors.join('\n'));
  assert.match(html, /Head Baker, Agege Bread/);
  assert.match(html, /@layer tokens\{html:root\{[^}]*--accent:light-dark\(#0b5d7a,#7fd0ee\)/);
  const opening = await open('/application/101');
  assert.equal(opening.status, 200, errors.join('\n'));
  assert.match(await opening.text(), /Submit application/);
  dev.kill('SIGTERM');
  const [code] = await once(dev, 'exit');
  assert.equal(code, 143, errors.join('\n'));

  // Waku writes src/pages.gen.ts: building the site again would replace the files of a site that runs.
  const printed: string[] = [];
  await buildIfStale(root, (line) => printed.push(line));
  assert.deepEqual(printed, []);
});
