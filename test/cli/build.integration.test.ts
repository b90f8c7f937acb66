// @long
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { root, startSite } from '#test/support/site.ts';

/** Pages and routes of a site, most of which load a part of the build at the first request. */
const others = [
  '/contact',
  '/application/104',
  '/feedback?joblistingid=104',
  '/feed.rss',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.ico',
];

test('a site answers pages, files and parts that it has not loaded yet during and after a build', async (t) => {
  const site = await startSite();
  t.after(() => site.stop());
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, site.origin));
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const home = await ask('/');
  const files = [...new Set(home.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|png|webp)/g))];
  assert.ok(files.length > 3);
  const used = await realpath(join(root, 'dist'));

  const builder = spawn(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
  const built = once(builder, 'exit');
  while (builder.exitCode === null) {
    // A path that is not stored, so that the page is rendered.
    for (const path of [`/?q=bread&at=${performance.now()}`, ...files]) await ask(path);
    // Leaves the processor to the build.
    await delay(100);
  }
  assert.deepEqual(await built, [0, null]);
  assert.notEqual(await realpath(join(root, 'dist')), used);

  for (const path of [...files, ...others]) await ask(path);
  const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
  const { text } = await applyWithoutScript(new NoScriptBrowser(site.origin), '104', applicant);
  assert.match(text, /Your reference: \S+/);
});
