import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { startSite } from '#test/support/site.ts';
import { listOf } from '#test/support/site-and-host.ts';

const opening = (role_name: string) =>
  listOf([
    { id: '9', role_name, company_id: '1', company_name: 'X', locations: [], questions: [] },
  ]);

test('visitors of a stored page do not wait for a slow API host, and read its answer when it has come', async (t) => {
  await using host = await startScriptedHost();
  host.always('openingsall', replies.json(opening('Night Baker')));
  const site = await startSite({ env: { API_HOST: host.origin, CACHE_TTL_MS: '50' } });
  t.after(() => site.stop());
  const read = async () => {
    const response = await fetch(site.origin);
    const html = await response.text();
    const isStreamed = response.headers.get('content-security-policy')?.includes("'nonce-");
    return { html, isStored: response.headers.get('etag') !== null && !isStreamed };
  };
  // A busy machine may stream the first pages.
  while (!(await read()).isStored);

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const changed = replies.json(opening('Day Baker'));
  host.always('openingsall', {
    ...changed,
    respond: (context) => void released.then(() => changed.respond(context)),
  });
  // Until the read has taken two seconds: then the page is rendered with the earlier openings, and says so.
  let html = '';
  while (!html.includes('This may be out of date.')) {
    const page = await read();
    html = page.html;
    assert.match(html, /Night Baker/);
    assert.ok(page.isStored, 'a page that waits for its data is streamed');
  }
  release();
  while (!(await read()).html.includes('Day Baker'));
});
