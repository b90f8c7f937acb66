import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { publicSite, siteAndHost } from '../support/site-and-host.ts';

const origin = publicSite.SITE_ORIGIN;
const at = siteAndHost(publicSite);
const get = (path: string, init: RequestInit = {}) =>
  fetch(at.origin + path, { redirect: 'manual', ...init });
const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(
      ([, name = '', content = '']) => [name, content],
    ),
  );

for (const [path, title, picture] of [
  ['/', 'Careers at Tamarind Foods Group', '/share.png'],
  ['/application/11', 'Pastry chef, Northwind Bakery', '/share/11.png'],
] as const)
  test(`${path} has Open Graph and Twitter tags with a picture that exists`, async () => {
    const meta = metaOf((await at.read(path)).html);
    assert.equal(meta['og:title'], title);
    assert.equal(meta['og:url'], origin + path);
    assert.equal(meta['og:description'], meta.description);
    assert.equal(meta['og:image'], origin + picture);
    assert.equal(meta['twitter:image'], origin + picture);
    assert.equal(meta['twitter:card'], 'summary_large_image');
    const response = await get(picture);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=3600/);
    const png = Buffer.from(await response.arrayBuffer());
    const size = [png.readUInt32BE(16), png.readUInt32BE(20)].map(String);
    assert.deepEqual(size, [meta['og:image:width'], meta['og:image:height']]);
  });

test('the links to share an opening keep every sign of its role and address', async (t) => {
  const role_name = 'Bread & Cakes? 50% #1 "fresh" + 日本';
  const data = { ...openings[0], id: 'a&b', role_name };
  at.host.always('findopening', replies.json({ status: true, data }));
  t.after(() => at.host.always('findopening'));
  const { html } = await at.read('/application/a&b');
  const links = Array.from(
    html.matchAll(/<a href="((?:mailto:\?|https:\/\/)[^"]*)"/g),
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
  );
  const title = `${role_name}, Tamarind Foods Group`;
  const address = `${origin}/application/a%26b`;
  const mail = links.find(({ protocol, pathname }) => protocol === 'mailto:' && pathname === '');
  assert.deepEqual(
    [...(mail?.searchParams ?? [])],
    [
      ['subject', title],
      ['body', address],
    ],
  );
  const whatsApp = links.find(({ hostname }) => hostname === 'wa.me');
  assert.deepEqual([...(whatsApp?.searchParams ?? [])], [['text', `${title}\n${address}`]]);
  const networks = links.filter(({ href }) => /facebook|linkedin|twitter|x\.com/.test(href));
  assert.ok(networks.length > 0);
  for (const { href, searchParams } of networks)
    assert.ok([...searchParams.values()].includes(address), href);
});

test('a picture answers a conditional request, and changes with its opening', async (t) => {
  const etag = (await get('/share/11.png')).headers.get('etag') ?? '';
  const again = await get('/share/11.png', { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  const data = { ...openings[0], role_name: 'Baker' };
  at.host.always('findopening', replies.json({ status: true, data }));
  t.after(() => at.host.always('findopening'));
  const changed = await get('/share/11.png', { headers: { 'if-none-match': etag } });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), etag);
});

test('a missing opening has no picture, and fifty requests at once are answered', async () => {
  for (const path of ['/share/none.png', '/share/11.gif', '/share/.png'])
    assert.equal((await get(path)).status, 404, path);
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const response = await get(`/share/${openings[n % 4]?.id}.png`);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  assert.deepEqual([...new Set(statuses)], [200]);
});

test('a picture is 503, not 404, while the API host does not respond', async (t) => {
  at.host.always('findopening', replies.http(503));
  t.after(() => at.host.always('findopening'));
  const response = await get('/share/never-read.png');
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '5');
});

test('one client that asks for many pictures gets 503 for some, and another client its picture', async (t) => {
  at.host.always('findopening', {
    after: 'body',
    respond: ({ response, call }) => {
      const id = call.path.split('/').at(-1);
      const data = { ...openings[0], id, role_name: `Role ${id}` };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: true, data }));
    },
  });
  t.after(() => at.host.always('findopening'));
  const ask = async (id: string, client: string) => {
    const response = await get(`/share/${id}.png`, { headers: { 'x-forwarded-for': client } });
    await response.arrayBuffer();
    return response.status;
  };
  const greedy = Array.from({ length: 45 }, (_, n) => ask(`greedy-${n}`, '198.18.0.1'));
  const first = await Promise.race(greedy);
  assert.ok(first === 200 || first === 503);
  assert.equal(await ask('other', '198.18.0.2'), 200);
  const statuses = await Promise.all(greedy);
  assert.ok(statuses.filter((status) => status === 200).length >= 10, statuses.join(' '));
  assert.ok(statuses.includes(503), statuses.join(' '));
});

test('an opening can be shared by WhatsApp and email without script, and is printed with its address', async () => {
  const { html } = await at.read('/application/11');
  const shared = encodeURIComponent(`${origin}/application/11`);
  const text = `Pastry%20chef%2C%20Tamarind%20Foods%20Group%0A${shared}`;
  assert.ok(html.includes(`href="https://wa.me/?text=${text}"`));
  assert.ok(html.includes(`&amp;body=${shared}"`));
  assert.match(html, /<svg viewBox="0 0 \d+ \d+" role="img" aria-label="QR code of this address">/);
  assert.ok(html.includes(`<strong>${origin}/application/11</strong>`));
  // Home has the two specified networks only.
  assert.doesNotMatch((await at.read('/')).html, /wa\.me|mailto:\?subject/);
});
