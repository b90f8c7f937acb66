import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, publicSite, siteAndHost } from '../support/site-and-host.ts';

const origin = publicSite.SITE_ORIGIN;
const at = siteAndHost(publicSite);
/** A site that keeps what it has read. */
const atCached = siteAndHost({ ...publicSite, CACHE_TTL_MS: '1' });
const get = (path: string, init: RequestInit = {}) =>
  fetch(at.origin + path, { redirect: 'manual', ...init });

/** Returns the JSON-LD in the head of a page, by type. */
async function structuredDataOf(path: string): Promise<Record<string, Record<string, unknown>>> {
  const html = await (await get(path)).text();
  const head = html.slice(0, html.indexOf('</head>'));
  assert.doesNotMatch(html.slice(head.length), /application\/ld\+json/);
  const scripts = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const data = scripts.map(([, json = '']) => JSON.parse(json) as Record<string, unknown>);
  return Object.fromEntries(data.map((one) => [String(one['@type']), one]));
}

describe('what search engines read', () => {
  test('robots.txt allows the pages and names the sitemap of SITE_ORIGIN', async () => {
    const response = await get('/robots.txt');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    const lines = (await response.text()).split('\n');
    for (const line of ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`])
      assert.ok(lines.includes(line), line);
  });

  test('the sitemap is the last good copy while the openings cannot be read', async (t) => {
    const { headers } = await atCached.read('/sitemap.xml');
    const etag = headers.get('etag') ?? '';
    const again = await fetch(`${atCached.origin}/sitemap.xml`, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
    assert.match(again.headers.get('cache-control') ?? '', /public/);
    atCached.host.always('openingsall', replies.http(503));
    t.after(() => atCached.host.always('openingsall'));
    for (let read = 0; read < 3; read += 1) {
      const { status, html } = await atCached.read('/sitemap.xml');
      assert.equal(status, 200);
      assert.match(html, /night-22/);
    }
  });

  test('icons and manifest exist, and pages link to them', async () => {
    const { html } = await at.read('/');
    const links = [
      ...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g),
    ];
    const relations = links.map(([, rel]) => rel);
    assert.deepEqual(relations, ['icon', 'icon', 'apple-touch-icon', 'manifest']);
    const manifest = await (await get('/manifest.webmanifest')).json();
    assert.equal(manifest.name, 'Careers at Tamarind Foods Group');
    const icons = manifest.icons.map(({ src }: { src: string }) => src);
    for (const path of ['/favicon.ico', ...links.map(([, , href = '']) => href), ...icons]) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.match(
        response.headers.get('content-type') ?? '',
        /^(?:image\/|application\/manifest)/,
      );
    }
  });

  test('the manifest of a language is in it, and starts at its home page', async () => {
    const { html } = await at.read('/fr/contact');
    assert.ok(html.includes('<link rel="manifest" href="/fr/manifest.webmanifest"/>'));
    const { icons: _icons, ...english } = await (await get('/manifest.webmanifest')).json();
    const { icons: _same, ...french } = await (await get('/fr/manifest.webmanifest')).json();
    assert.deepEqual([english.lang, english.dir, english.start_url], ['en', 'ltr', '/']);
    const { name, short_name, description } = english;
    assert.deepEqual(french, {
      ...english,
      ...{ id: '/fr', lang: 'fr', start_url: '/fr', scope: '/' },
      name: 'Recrutement chez Tamarind Foods Group',
      description: french.description,
    });
    assert.notEqual(french.description, description);
    assert.ok(name.endsWith('Tamarind Foods Group') && short_name);
  });

  for (const [path, canonical] of [
    ['/', '/'],
    ['/index', '/'],
    ['/contact', '/contact'],
    ['/feedback?joblistingid=11', '/feedback'],
    ['/application/11', '/application/11'],
    ['/application/night-22', '/application/night-22'],
  ] as const)
    test(`${path} has a title, a description and the canonical URL ${canonical}`, async () => {
      const { html } = await at.read(path);
      assert.match(html, /<title>[^<]{10,}<\/title>/);
      assert.match(html, /<meta name="description" content="[^"]{10,}"/);
      assert.ok(html.includes(`<link rel="canonical" href="${origin}${canonical}"/>`));
      assert.doesNotMatch(html, /<meta name="robots"/);
    });
});

describe('structured data in the head', () => {
  test('of home: the organization and the site', async () => {
    const { Organization, WebSite } = await structuredDataOf('/');
    assert.equal(Organization?.url, `${origin}/`);
    assert.equal(WebSite?.name, 'Careers at Tamarind Foods Group');
  });

  test('of an opening: JobPosting and BreadcrumbList, with the text of the page', async (t) => {
    const text = '<p>Line\u2028one</p></script><script>alert(1)</script>';
    const opening = { ...openings[0], role_name: '</script><b>"Chef"</b>', jobdescription: text };
    at.host.always('findopening', replies.json({ status: true, data: opening }));
    t.after(() => at.host.always('findopening'));
    const { JobPosting, BreadcrumbList } = await structuredDataOf('/application/11');
    assert.equal(JobPosting?.title, '</script><b>"Chef"</b>');
    assert.equal(JobPosting?.description, '<p>Line\u2028one</p>');
    assert.ok(BreadcrumbList);
  });
});

describe('an opening that cannot be applied to', () => {
  test('that the host says is closed is 410 with those of its company, then of its cities, not indexed, not stored', async (t) => {
    // The site has seen the opening before.
    assert.equal((await at.read('/application/11')).status, 200);
    const closed = replies.json({ status: false }, { status: 410 });
    at.host.always('findopening', closed);
    const others = openings.filter(({ id }) => id !== 11);
    at.host.always('openingsall', replies.json(listOf(others.toReversed())));
    t.after(() => {
      at.host.always('findopening');
      at.host.always('openingsall');
    });
    const { status, headers, html } = await at.read('/application/11');
    assert.equal(status, 410);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.match(html, /<h1>This opening is closed\.<\/h1>/);
    assert.match(html, /<title>Opening closed \| /);
    assert.match(html, /<meta name="robots" content="noindex"/);
    assert.match(html, />Similar openings</);
    // Of the same company, and in the same city; not the porter.
    const roles = html.match(/(?<=<h3[^>]*>)[^<]+/g);
    assert.deepEqual(roles?.slice(0, 2), ['Counter assistant', 'Event cook']);
    assert.ok(!roles?.includes('Night porter'));
    assert.match(html, /<a href="\/#openings">See all openings<\/a>/);

    // One that this process has never shown: its company and cities are in the response of the API host.
    const data = { ...openings[0], id: 'never-seen', role_name: 'Night baker' };
    at.host.next('findopening', replies.json({ status: false, data }, { status: 410 }));
    const unseen = await at.read('/application/never-seen');
    assert.match(unseen.html, /Night baker at Northwind Bakery was filled or taken down/);
    assert.deepEqual(unseen.html.match(/(?<=<h3[^>]*>)[^<]+/g)?.slice(0, 3), [
      'Counter assistant',
      'Event cook',
      'Night porter',
    ]);
  });

  test('that is unknown is 404 with the openings that share a word of the address', async () => {
    const { status, html } = await at.read('/application/old-pastry-chef');
    assert.equal(status, 404);
    assert.match(html, /<h1>We could not find that opening\.<\/h1>/);
    assert.match(html, /<meta name="description"/);
    assert.deepEqual(html.match(/(?<=<h3[^>]*>)[^<]+/g), ['Pastry chef']);
    const other = await at.read('/application/9999');
    assert.equal(other.html.split('<main')[1]?.match(/<details/g)?.length, openings.length);
  });
});
