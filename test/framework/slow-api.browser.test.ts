import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { startSite } from '#test/support/site.ts';

test('a visitor of a slow API host sees the page around the openings at once, then the openings', async (t) => {
  await using host = await startScriptedHost();
  const site = await startSite({ env: { API_HOST: host.origin, CACHE_TTL_MS: '0' } });
  t.after(() => site.stop());
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const openings = replies.json({
    status: true,
    data: [
      {
        id: '9',
        role_name: 'Night Baker',
        company_id: '1',
        company_name: 'X',
        locations: [],
        questions: [],
      },
    ],
  });
  host.always('openingsall', {
    ...openings,
    respond: (context) => void released.then(() => openings.respond(context)),
  });
  const page = await visitor(t);
  await page.goto(site.origin, { waitUntil: 'commit' });
  await page.getByRole('navigation').first().waitFor();
  assert.equal(await page.getByText('Night Baker').count(), 0);
  // Until then a skeleton of the list, behind a dialog that names what is loading.
  const waiting = page.getByRole('dialog', { name: 'Loading openings…' });
  await waiting.waitFor();
  await page.locator('[data-skeleton]').waitFor();
  release();
  await page.getByText('Night Baker').first().waitFor();
  await waiting.waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-skeleton]').count(), 0);
  // The page's script has run under the policy of a streamed page.
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-loaded'));
  // Before the site stops, because pictures may still load.
  await page.close();
});

test('openings read once are shown with a note while the API host is down', async (t) => {
  await using host = await startScriptedHost();
  const site = await startSite({
    env: { API_HOST: host.origin, CACHE_TTL_MS: '1', API_TIMEOUT_MS: '1000' },
  });
  t.after(() => site.stop());
  let html: string;
  // A busy machine may exceed the time limit of the first call.
  do html = await (await fetch(site.origin)).text();
  while (!html.includes('Pastry chef'));
  host.always('openingsall', replies.resetAfterReading());
  // The stored page is sent until it has been rendered again.
  do html = await (await fetch(site.origin)).text();
  while (!html.includes('This may be out of date.'));
  assert.match(html, /Pastry chef/);
});
