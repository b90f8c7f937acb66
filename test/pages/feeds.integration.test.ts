import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFeed } from '@rowanmanning/feed-parser';
import { DomUtils, parseDocument } from 'htmlparser2';
import { validateXML } from 'xmllint-wasm';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, publicSite, siteAndHost } from '../support/site-and-host.ts';

const origin = publicSite.SITE_ORIGIN;
const at = siteAndHost(publicSite);
/** A site that stores its feeds. */
const atCached = siteAndHost({ ...publicSite, CACHE_TTL_MS: '60000' });
const read = async (path: string, init: RequestInit = {}, site = at) => {
  const response = await fetch(site.origin + path, { redirect: 'manual', ...init });
  return {
    response,
    status: response.status,
    type: response.headers.get('content-type'),
    body: await response.text(),
  };
};

/** Texts that break feeds: markup, an end of CDATA, control characters, half a surrogate pair, emoji. */
const odd = {
  ...openings[0],
  id: 'odd & <1>',
  role_name: 'Chef ]]> <b>"&amp;" \u0008\ud83c 👩‍🍳 طاهٍ',
  jobdescription:
    '<p>Line\u0000 ]]&gt; <script>alert(1)</script><a href="javascript:alert(1)">x</a></p>',
  date_posted: undefined,
  closing_date: undefined,
};
const closed = { ...openings[0], id: 'over', closing_date: '2020-01-01' };

/** Fails unless libxml2 reads the document without an error. */
async function assertWellFormed(contents: string): Promise<void> {
  const xml = [{ fileName: 'feed.xml', contents }];
  const { valid, errors } = await validateXML({ xml, normalization: 'c14n' });
  assert.ok(valid, JSON.stringify(errors));
}

describe('the feeds of all openings', () => {
  test('/feed.rss is read by a strict parser, newest first, without closed openings', async (t) => {
    at.host.always('openingsall', replies.json(listOf([odd, ...openings, closed])));
    t.after(() => at.host.always('openingsall'));
    const feed = await read('/feed.rss');
    assert.equal(feed.type, 'application/rss+xml; charset=utf-8');
    await assertWellFormed(feed.body);
    const { title, self, url, items } = parseFeed(feed.body);
    assert.equal(title, 'Openings at Tamarind Foods Group');
    assert.equal(self, `${origin}/feed.rss`);
    assert.equal(url, `${origin}/`);
    assert.equal(items.length, openings.length + 1);
    assert.ok(items.every((item) => item.id && item.url && item.title));
    assert.equal(items[0]?.title, 'Pastry chef');
    assert.equal(items[0]?.published?.toISOString(), '2026-10-01T00:00:00.000Z');
    const found = items.find(({ url }) => url?.includes('odd'));
    assert.equal(found?.url, `${origin}/application/odd%20%26%20%3C1%3E`);
    assert.ok(found?.title?.includes(']]> <b>"&'), found?.title ?? '');
    assert.doesNotMatch(feed.body, /alert\(1\)|application\/over/);
  });

  for (const path of ['/feed.rss', '/feed.json'])
    test(`${path} has the order of its address`, async (t) => {
      const dated = (id: string, posted: string, closing: string) => {
        const dates = { date_posted: posted, closing_date: closing };
        return { ...openings[0], id, role_name: id, ...dates };
      };
      const list = [
        dated('middle', '2026-02-01', '2098-01-01'),
        dated('newest', '2026-03-01', '2099-01-01'),
        dated('closes-first', '2026-01-01', '2097-01-01'),
      ];
      at.host.always('openingsall', replies.json(listOf(list)));
      t.after(() => at.host.always('openingsall'));
      const rolesOf = async (query: string) => {
        const { body } = await read(path + query);
        return list
          .map(({ id }) => id)
          .toSorted((a, b) => body.indexOf(`/${a}`) - body.indexOf(`/${b}`));
      };
      assert.deepEqual(await rolesOf(''), ['newest', 'middle', 'closes-first']);
      assert.deepEqual(await rolesOf('?sort=newest'), ['newest', 'middle', 'closes-first']);
      assert.deepEqual(await rolesOf('?sort=closing'), ['closes-first', 'middle', 'newest']);
    });

  test('the feeds of /fr are valid, in French, and lead to French pages; an opening keeps its language', async (t) => {
    const french = {
      ...openings[0],
      id: 'cuisine',
      role_name: 'Cuisinier d’hôtel',
      language: 'fr',
    };
    at.host.always('openingsall', replies.json(listOf([french, ...openings])));
    t.after(() => at.host.always('openingsall'));
    const rss = await read('/fr/feed.rss');
    assert.equal(rss.status, 200);
    await assertWellFormed(rss.body);
    const { title, self, url, language, items } = parseFeed(rss.body);
    assert.equal(title, 'Offres d’emploi chez Tamarind Foods Group');
    assert.deepEqual([self, url, language], [`${origin}/fr/feed.rss`, `${origin}/fr`, 'fr']);
    assert.ok(items.every((item) => item.url?.startsWith(`${origin}/fr/application/`)));
    assert.match(rss.body, /dc:language>fr/);
    const feed = JSON.parse((await read('/fr/feed.json')).body);
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
    assert.deepEqual(
      [feed.language, feed.home_page_url, feed.feed_url],
      ['fr', `${origin}/fr`, `${origin}/fr/feed.json`],
    );
    const cook = feed.items.find(({ url }: { url: string }) => url.endsWith('/cuisine'));
    assert.equal(cook.language, 'fr');
  });

  test('/feed.json is JSON Feed 1.1', async () => {
    const { type, body } = await read('/feed.json');
    assert.equal(type, 'application/feed+json; charset=utf-8');
    const feed = JSON.parse(body);
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
    assert.deepEqual([feed.home_page_url, feed.feed_url], [`${origin}/`, `${origin}/feed.json`]);
    assert.equal(feed.items.length, openings.length);
    const [first] = feed.items;
    assert.equal(first.id, `${origin}/application/11`);
    assert.equal(first.date_published, '2026-10-01T00:00:00.000Z');
    assert.match(
      first.content_html,
      /<p>Northwind Bakery · Lagos, Ibadan · Full time · ₦180,000 to/,
    );
    for (const item of feed.items) assert.equal(typeof item.content_html, 'string');
  });

  test('have at most 100 openings, answer a conditional request, and are compressed', async (t) => {
    const many = Array.from({ length: 250 }, (_, n) => ({ ...openings[0], id: n }));
    atCached.host.always('openingsall', replies.json(listOf(many)));
    t.after(() => atCached.host.always('openingsall'));
    const { response, body } = await read(
      '/feed.json',
      { headers: { 'accept-encoding': 'gzip' } },
      atCached,
    );
    assert.equal(JSON.parse(body).items.length, 100);
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.match(response.headers.get('cache-control') ?? '', /public/);
    assert.equal(response.headers.get('vary'), 'Accept-Encoding');
    const etag = response.headers.get('etag') ?? '';
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': etag };
    const again = await read('/feed.json', { headers }, atCached);
    assert.equal(again.status, 304);
  });
});

describe('the feeds of a search', () => {
  test('have the openings of the list with the same query, and its page as their address', async () => {
    const titlesOf = async (query: string) => {
      const feed = JSON.parse((await read(`/feed.json?${query}`)).body);
      assert.equal(feed.home_page_url, `${origin}/?${query}`);
      return feed.items.map(({ title }: { title: string }) => title);
    };
    assert.deepEqual(await titlesOf('company_id=2&q=cook'), ['Event cook']);
    assert.deepEqual(await titlesOf('city=Lagos'), ['Pastry chef', 'Event cook']);
    assert.deepEqual(await titlesOf('type=FULL_TIME&sort=pay'), ['Pastry chef']);
    assert.deepEqual(await titlesOf('city=Jos'), []);
    assert.equal(
      parseFeed((await read('/feed.rss?company_id=2&q=cook')).body).title,
      'Openings at Southgate Catering for “cook” | Tamarind Foods Group',
    );
  });

  test('are named by the page of the search', async () => {
    const linksOf = async (path: string) =>
      [
        ...(await at.read(path)).html.matchAll(
          /<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g,
        ),
      ].map(([, , href = '']) => href.replaceAll('&amp;', '&'));
    assert.deepEqual(await linksOf('/?company_id=2&q=cook&page=2'), [
      '/feed.rss?company_id=2&q=cook',
      '/feed.json?company_id=2&q=cook',
    ]);
    assert.deepEqual(await linksOf('/?city=Lagos'), [
      '/feed.rss?city=Lagos',
      '/feed.json?city=Lagos',
    ]);
    const all = ['/feed.rss', '/feed.json'];
    assert.deepEqual(await linksOf('/application/11'), all);
    assert.deepEqual(await linksOf('/?q=cook'), ['/feed.rss?q=cook', '/feed.json?q=cook']);
    for (const href of all) assert.equal((await read(href)).status, 200);
  });

  test('have what the site finds without a company, and are 503 while the API host does not respond', async (t) => {
    assert.match((await read('/feed.rss?q=porter')).body, /<title>Night porter</);
    at.host.always('openings', replies.http(503));
    t.after(() => at.host.always('openings'));
    // The site finds a cook in its list, but feed readers would see what the host finds later as new.
    for (const query of ['company_id=9&q=never-read', 'company_id=2&q=event+cooks']) {
      const unavailable = await read(`/feed.rss?${query}`);
      assert.equal(unavailable.status, 503);
      assert.equal(unavailable.response.headers.get('retry-after'), '60');
    }
  });
});

describe('the feed for job boards', () => {
  test('has a job for each opening and location, with the documented elements', async (t) => {
    at.host.always('openingsall', replies.json(listOf([...openings, odd, closed])));
    t.after(() => at.host.always('openingsall'));
    const { type, body } = await read('/jobs.xml');
    assert.equal(type, 'application/xml; charset=utf-8');
    await assertWellFormed(body);
    const jobs = DomUtils.getElementsByTagName('job', parseDocument(body, { xmlMode: true }));
    const valuesOf = (job: (typeof jobs)[number]) =>
      Object.fromEntries(
        job.children.flatMap((child) =>
          'name' in child ? [[child.name, DomUtils.textContent(child)]] : [],
        ),
      );
    const all = jobs.map(valuesOf);
    const references = all.map(({ referencenumber }) => referencenumber);
    assert.deepEqual(references, [
      '11-Lagos',
      '11-Ibadan',
      '12',
      '21-Kano',
      '21-Lagos',
      'night-22',
      'odd & <1>-Lagos',
      'odd & <1>-Ibadan',
    ]);
    const { description, ...facts } = all[0] ?? {};
    assert.match(description ?? '', /^<p>Make <strong>croissants<\/strong> &amp; laminated/);
    assert.deepEqual(facts, {
      referencenumber: '11-Lagos',
      requisitionid: '11',
      title: 'Pastry chef',
      url: `${origin}/application/11?ref=job_boards`,
      company: 'Northwind Bakery',
      city: 'Lagos',
      state: 'Lagos',
      country: 'NG',
      date: '2026-10-01',
      expirationdate: '2027-01-31',
      jobtype: 'Full time',
      salary: '₦180,000 to ₦240,000 a month',
    });
  });

  test('states when an opening closes with its offset, and that it is remote; the other feeds have the place Remote', async (t) => {
    const remote = { locations: [], jobLocationType: 'TELECOMMUTE' };
    const other = { closing_date: '2097-12-31T20:00:00', employment_type: 'Fulltime' };
    const one = { ...openings[0], ...remote, ...other };
    at.host.always('openingsall', replies.json(listOf([one])));
    t.after(() => at.host.always('openingsall'));
    const { body } = await read('/jobs.xml');
    assert.match(body, /<expirationdate>2097-12-31T20:00:00\+01:00<\/expirationdate>/);
    assert.match(body, /<remotetype>Fully remote<\/remotetype>/);
    assert.doesNotMatch(body, /<jobtype>/);
    // That of the site config, because Indeed requires a country.
    assert.match(body, /<country>Nigeria<\/country>/);
    assert.match((await read('/feed.rss')).body, /<category>Remote<\/category>/);
    const [item] = JSON.parse((await read('/feed.json')).body).items;
    assert.match(item.content_html, /^<p>Northwind Bakery · Remote · /);
    const pages = {
      '/': /Remote/,
      '/application/11': /<dt>Place<\/dt><dd[^>]*>Remote/,
      '/embed': / · Remote · /,
    };
    at.host.always('findopening', replies.json({ status: true, data: one }));
    t.after(() => at.host.always('findopening'));
    for (const [path, place] of Object.entries(pages)) assert.match((await read(path)).body, place);
  });

  test('has pages of 1,000 jobs with a Link to the next', async (t) => {
    const many = Array.from({ length: 600 }, (_, n) => ({ ...openings[0], id: n }));
    at.host.always('openingsall', replies.json(listOf(many)));
    t.after(() => at.host.always('openingsall'));
    const first = await read('/jobs.xml?type=FULL_TIME');
    assert.equal(first.body.match(/<job>/g)?.length, 1000);
    const link = first.response.headers.get('link');
    assert.equal(link, `<${origin}/jobs.xml?type=FULL_TIME&page=2>; rel="next"`);
    const second = await read('/jobs.xml?type=FULL_TIME&page=2');
    assert.equal(second.body.match(/<job>/g)?.length, 200);
    assert.equal(second.response.headers.get('link'), null);
  });

  test('has pages of at most a million characters of descriptions, and no page beyond the last', async (t) => {
    const jobdescription = `<p>${'Bread and butter. '.repeat(1000)}</p>`;
    const many = Array.from({ length: 80 }, (_, id) => ({ ...openings[1], id, jobdescription }));
    at.host.always('openingsall', replies.json(listOf(many)));
    t.after(() => at.host.always('openingsall'));
    // A slow machine serves the list before this one until it has read it.
    await at.readUntil('/jobs.xml', /Bread and butter/);
    const first = await read('/jobs.xml');
    const second = await read('/jobs.xml?page=2');
    const counts = [first, second].map(({ body }) => body.match(/<job>/g)?.length ?? 0);
    assert.deepEqual(counts, [55, 25]);
    assert.equal(first.response.headers.get('link'), `<${origin}/jobs.xml?page=2>; rel="next"`);
    assert.equal((await read('/jobs.xml?page=3')).status, 404);
    assert.equal((await read('/jobs.xml?page=junk')).body, first.body);
  });
});

test('a client that has hundreds of feeds built is refused, stored ones too, and others are not', async () => {
  const statusOf = async (path: string, client: string) =>
    (await read(path, { headers: { 'x-forwarded-for': client } }, atCached)).response;
  const search = '/feed.json?company_id=2&q=cook';
  for (const path of ['/feed.json', '/jobs.xml'])
    assert.equal((await statusOf(path, '198.18.9.2')).status, 200);
  for (let count = 0; count < 300; count += 1)
    assert.equal((await statusOf(search, '198.18.9.1')).status, 200);
  // Each would be built, to be stored.
  for (const path of [search, '/feed.rss?city=Lagos', '/jobs.xml?city=Lagos']) {
    const refused = await statusOf(path, '198.18.9.1');
    assert.equal(refused.status, 429, path);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(refused.headers.get('x-content-type-options'), 'nosniff');
    assert.equal((await statusOf(path, '198.18.9.2')).status, 200);
  }
  // What is stored and fresh costs nothing.
  for (const path of ['/feed.json', '/jobs.xml'])
    for (const client of ['198.18.9.2', '198.18.9.1'])
      assert.equal((await statusOf(path, client)).status, 200, `${path} for ${client}`);
});
