import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitMs } from '#src/request/waits.ts';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, publicSite, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost(publicSite);

describe('the home page, without script', () => {
  test('shows each opening: role, cities, fixed company name, status and preview', async () => {
    const { status, html } = await at.read('/');
    assert.equal(status, 200);
    // The two enquiry forms are folded too. A list that is streamed later is after them.
    const details = html.split('<main')[1]?.match(/<details/g);
    assert.equal(details?.length, openings.length + 2);
    const rows = /<ul[^>]*>(?:<li[^>]*><details.*?<\/details><\/li>)*<\/ul>/s.exec(html)?.[0];
    assert.equal(rows?.match(/<details/g)?.length, openings.length);
    assert.match(html, /<h3[^>]*>Pastry chef<\/h3>/);
    assert.match(html, />Lagos<span[^>]*>, Ibadan<\/span><span[^>]*> \+(?:<!-- -->)?1 city</);
    const [row = ''] =
      /<details(?:(?!<\/details>).)*Pastry chef(?:(?!<\/summary>).)*/s.exec(html) ?? [];
    assert.match(row, />Northwind Bakery</);
    assert.match(row, />Tamarind Foods Group, Full\u00a0time, <span[^>]*>(?:closes|closed) [^<]+</);
    assert.match(row, />₦180,000 to ₦240,000 a month</);
    assert.match(html, /<a href="\/application\/11#description-title">Read the full job<\/a>/);
    const preview = /<p[^>]*>(Make croissants &amp; [^<]*)<\/p>/.exec(html)?.[1] ?? '';
    assert.equal(preview.replace('&amp;', '&').length, 251);
    assert.ok(preview.endsWith('…'));
    assert.match(html, /<p[^>]*>Serve bread with a smile\.<\/p>/);
    assert.match(html, /<p[^>]*>Cook for two hundred\.<\/p>/);
    assert.doesNotMatch(html, /owned/);
    assert.doesNotMatch(html, /<details[^>]* open/);
  });

  test('has the same bytes when several pages are rendered at the same time', async () => {
    // A page waits a short time only for its openings and companies.
    const etagOf = async () => {
      for (;;) {
        const { headers, html } = await at.readWhole('/');
        if (html.includes('Northwind Bakery</option>')) return headers.get('etag');
      }
    };
    const alone = await etagOf();
    const together = await Promise.all(Array.from({ length: 8 }, etagOf));
    assert.notEqual(alone, null);
    assert.deepEqual([...new Set(together)], [alone]);
  });

  test('sends the list once, not again as data', async () => {
    const page = await (await fetch(at.origin)).text();
    assert.equal(page.split('Serve bread with a smile.').length - 1, 1);
  });

  test('has one GET search form, with the empty option first', async () => {
    const { html } = await at.read('/');
    const form = /<form(?:(?!<\/form>).)*id="company_id"(?:(?!<\/form>).)*<\/form>/s.exec(
      html,
    )?.[0];
    assert.match(form ?? '', /<form[^>]* action="\/#openings"/);
    assert.doesNotMatch(form ?? '', /method=/);
    assert.match(
      form ?? '',
      /<option value=""[^>]*>Select company\.\.\.<\/option><option value="1">Northwind Bakery/,
    );
    assert.match(form ?? '', /<input[^>]* name="q"/);
  });

  test('performs the search of its URL, and keeps it in the form', async () => {
    const { html } = await at.read('/?company_id=2&q=cook');
    assert.deepEqual(at.host.callsTo('openings').at(-1)?.query, { company_id: '2', q: 'cook' });
    assert.match(html, />1 opening at Southgate Catering for “cook”</);
    assert.match(html, /<option value="2" selected="">/);
    assert.match(html, /<input[^>]* name="q"[^>]* value="cook"/);
  });
});

describe('the filters of the home page, without script', () => {
  const chip = (html: string, label: string) =>
    new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}<span[^>]*>(\\d+)<`).exec(html)?.slice(1) ?? [];
  const roles = (html: string) =>
    (html.replaceAll(/<\/?mark[^>]*>/g, '').match(/(?<=<h[34][^>]*>)[^<]+(?=<\/h[34]>)/g) ??
      []) as string[];
  const list = (html: string) =>
    html.slice(html.indexOf('id="openings"'), html.indexOf('id="companies"'));

  test('are links with the number of openings that each of them gives', async () => {
    const { html } = await at.read('/');
    assert.deepEqual(chip(list(html), 'Lagos'), ['/?city=Lagos#openings', '2']);
    assert.deepEqual(chip(list(html), 'Northwind Bakery'), ['/?company_id=1#openings', '2']);
    const lagos = (await at.read('/?city=Lagos')).html;
    assert.match(lagos, />2 openings in Lagos</);
    assert.deepEqual(roles(list(lagos)).slice(0, 2), ['Pastry chef', 'Event cook']);
    const ofCompany = (await at.read('/?company_id=1')).html;
    assert.deepEqual(chip(list(ofCompany), 'Lagos'), [
      '/?company_id=1&amp;city=Lagos#openings',
      '1',
    ]);
    assert.match(ofCompany, /<a [^>]*href="\/#openings"[^>]*>Clear all</);
    // The chosen one removes itself.
    assert.deepEqual(chip(list(lagos), 'Lagos'), ['/#openings', '2']);
    assert.match(lagos, /<a [^>]*href="\/#openings"[^>]*>Clear all</);
    assert.match(lagos, /<input type="hidden" name="city" value="Lagos"\/>/);
  });

  test('take several companies and cities, without a search call', async () => {
    const before = at.host.callsTo('openings').length;
    const { html } = await at.read('/?city=Lagos&company_id=2&city=Abuja&company_id=1&q=cook');
    assert.equal(at.host.callsTo('openings').length, before);
    const both = 'company_id=1&amp;company_id=2&amp;q=cook';
    assert.deepEqual(chip(list(html), 'Lagos')[0], `/?${both}&amp;city=Abuja#openings`);
    assert.match(
      html,
      /<link rel="canonical" href="[^"]*\/\?company_id=1&amp;company_id=2&amp;q=cook&amp;city=Abuja&amp;city=Lagos"/,
    );
    assert.match(html, /<meta name="robots" content="noindex"/);
    for (const [name, value] of [
      ['company_id', '1'],
      ['company_id', '2'],
      ['city', 'Abuja'],
      ['city', 'Lagos'],
    ])
      assert.ok(html.includes(`<input type="hidden" name="${name}" value="${value}"/>`), value);
    assert.match(html, /<option value="" selected[^>]*>Select company/);
  });

  test('rank pay within each currency, and say so', async () => {
    const paid = { ...openings[1], salary: { min: 1, max: 2, currency: 'NGN', unit: 'YEAR' } };
    const other = { ...openings[3], salary: { ...paid.salary, min: 1000, currency: 'XOF' } };
    at.host.next('openingsall', replies.json(listOf([other, paid, { ...paid, id: 9 }])));
    const { html } = await at.read('/?sort=pay');
    assert.equal(roles(list(html)).at(-1), 'Night porter');
    assert.match(html, />Highest pay, by currency</);
    assert.match((await at.read('/?company_id=1')).html, />Highest pay</);
  });

  test('name the city of the search first in each row', async () => {
    const cities = ['Jos', 'Kano', 'Enugu', 'Lagos', 'Abuja'].map((city) => ({
      ...openings[0]?.locations?.[0],
      city,
    }));
    at.host.next('openingsall', replies.json(listOf([{ ...openings[0], locations: cities }])));
    const { html } = await at.read('/?city=Abuja&sort=closing');
    const text = list(html).replace(/<[^>]*>/g, '');
    assert.match(text, /Abuja, Jos, Kano \+2 cities/);
  });

  test('ignore values that no opening has', async () => {
    const { status, html } = await at.readWhole(
      '/?city=Atlantis&type=%00&sort=price&page=x&company_id=',
    );
    assert.equal(status, 200);
    assert.match(html, />4 openings</);
    // The links to other languages keep the address.
    assert.doesNotMatch(html.replace(/<a [^>]*data-language.*?<\/a>/g, ''), /Atlantis/);
  });

  test('are missing, and the search is not, when all openings cannot be read', async (t) => {
    at.host.always('openingsall', replies.http(503));
    t.after(() => at.host.always('openingsall'));
    const { status, html } = await at.read('/?company_id=2&q=porter');
    assert.equal(status, 200);
    assert.deepEqual(roles(list(html)), ['Night porter']);
  });
});

describe('what search engines read of a list', () => {
  const headOf = (html: string) => {
    const value = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&');
    return {
      title: value(/<title>([^<]*)<\/title>/),
      description: value(/<meta name="description" content="([^"]*)"/),
      canonical: value(/<link rel="canonical" href="https:\/\/careers\.example([^"]*)"/),
      shared: value(/<meta property="og:url" content="https:\/\/careers\.example([^"]*)"/),
      robots: value(/<meta name="robots" content="([^"]*)"/),
    };
  };

  for (const [query, title, canonical, robots] of [
    ['', 'Careers at Tamarind Foods Group', '/'],
    ['?sort=pay&ref=linkedin&utm_source=x', 'Careers at Tamarind Foods Group', '/'],
    ['?sort=newest&city=lagos', 'Openings in Lagos | Tamarind Foods Group', '/?city=Lagos'],
    [
      '?company_id=1&ref=staff',
      'Openings at Northwind Bakery | Tamarind Foods Group',
      '/?company_id=1',
    ],
    ['?type=full_time', 'Openings, full time | Tamarind Foods Group', '/?type=FULL_TIME'],
    [
      '?type=FULL_TIME&city=Lagos',
      'Openings in Lagos, full time | Tamarind Foods Group',
      '/?city=Lagos&type=FULL_TIME',
      'noindex',
    ],
    [
      '?type=FULL_TIME&city=Lagos&sort=pay&company_id=1',
      'Openings at Northwind Bakery in Lagos, full time | Tamarind Foods Group',
      '/?company_id=1&city=Lagos&type=FULL_TIME',
      'noindex',
    ],
    [
      '?q=cook&company_id=2&sort=pay',
      'Openings at Southgate Catering for “cook” | Tamarind Foods Group',
      '/?company_id=2&q=cook',
      'noindex',
    ],
    ['?q=cook', 'Openings for “cook” | Tamarind Foods Group', '/?q=cook', 'noindex'],
    // Nothing is listed.
    ['?company_id=99', 'Careers at Tamarind Foods Group', '/?company_id=99', 'noindex'],
    ['?city=Atlantis&page=7', 'Careers at Tamarind Foods Group', '/'],
  ] as const)
    test(`of /${query}: a title, one canonical URL, and whether it is indexed`, async () => {
      let head = headOf((await at.readWhole(`/${query}`)).html);
      // The head of a page whose openings were late does not know them.
      for (let again = 0; again < 10 && head.title !== title; again += 1)
        head = headOf((await at.readWhole(`/${query}`)).html);
      assert.deepEqual(
        [head.title, head.canonical, head.shared, head.robots],
        [title, canonical, canonical, robots],
      );
    });

  test('of another page: its own title, description and canonical URL', async (t) => {
    const named = Array.from({ length: 120 }, (_, n) => ({
      ...openings[0],
      id: n,
      role_name: `Role ${n}`,
      locations: [{ city: n < 110 ? 'Lagos' : 'Kano' }],
    }));
    at.host.always('openingsall', replies.json(listOf(named)));
    t.after(() => at.host.always('openingsall'));
    const second = headOf((await at.read('/?page=2&sort=newest')).html);
    assert.equal(second.title, 'Careers at Tamarind Foods Group – page 2');
    assert.equal(second.canonical, '/?page=2');
    assert.equal(second.robots, undefined);
    assert.match(
      second.description ?? '',
      /^Careers at Tamarind Foods Group, page 2 of 3: Role 50, Role 51, .*, Role \d+ and \d+ more\.$/,
    );
    assert.ok((second.description?.length ?? 0) <= 155, second.description);
    const last = headOf((await at.read('/?city=Lagos&page=9')).html);
    assert.equal(last.title, 'Openings in Lagos – page 3 | Tamarind Foods Group');
    assert.equal(last.canonical, '/?city=Lagos&page=3');
    const kano = headOf((await at.read('/?city=Kano')).html);
    assert.match(kano.description ?? '', /^Openings in Kano: Role 110, Role 111, /);
    const home = headOf((await at.read('/')).html);
    assert.equal(home.canonical, '/');
    assert.notEqual(home.description, second.description);
  });
});

describe('the home page when the API fails', () => {
  for (const [fault, reply] of [
    ['refuses', replies.json({ status: false, message: 'no' })],
    ['is silent', replies.silence()],
  ] as const)
    test(`shows a message with a link when the API ${fault} and there is no copy`, async (t) => {
      at.host.always('openings', reply);
      t.after(() => at.host.always('openings'));
      const { status, headers, html } = await at.read(
        `/?company_id=1&q=${fault.replaceAll(' ', '-')}`,
      );
      // A streamed page sent its skeleton, and with it the status 200, before the error.
      const streamed = headers.get('content-security-policy')?.includes("'nonce-");
      assert.equal(status, streamed ? 200 : 503);
      assert.match(html, /The openings cannot be shown right now\./);
      assert.match(html, /<a href="\/\?company_id=1[^"]*"[^>]*>Try again<\/a>/);
    });

  test('a visitor who leaves while it waits is no error in the log', async (t) => {
    at.host.always('openings', replies.silence());
    t.after(() => at.host.always('openings'));
    const lines = at.site.log.length;
    const leaving = new AbortController();
    const address = new URL('/?company_id=1&q=left', at.origin);
    const { body } = await fetch(address, { signal: leaving.signal });
    await body?.getReader().read();
    leaving.abort();
    // The site notices that a connection ends before a request that comes later has a response.
    await at.read('/healthz');
    const events = at.site.log.slice(lines).map(({ event }) => event);
    const faults = events.filter((event) => event === 'console');
    assert.deepEqual(faults, []);
  });
});

/** Returns the page with its list in place: a busy machine may need more than the 800 ms that a page waits. */
async function complete(path: string): Promise<string> {
  for (;;) {
    const { html } = await at.read(path);
    if (!html.includes('Loading openings')) return html;
  }
}

describe('a list of any kind', () => {
  const cities = Array.from({ length: 40 }, (_, n) => `City ${n}`);
  const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(4);

  test('shows two hundred openings, forty cities, long words and markup in names as text', async (t) => {
    const many = Array.from({ length: 200 }, (_, n) => ({
      ...openings[0],
      id: `x/${n} ä?#`,
      role_name: n === 0 ? long : `<img src=x onerror=alert(${n})> "&'`,
      locations: cities.map((city) => ({ city })),
    }));
    at.host.always('openingsall', replies.json(listOf(many)));
    t.after(() => at.host.always('openingsall'));
    const { html } = await at.read('/');
    assert.match(html, />200 openings, page 1 of 4</);
    assert.ok(html.includes(long));
    assert.match(html, />City 0<span[^>]*>, City 1, City 2<span[^>]*> \+37 cities</);
    assert.match(html, />City 0(?:(?!<\/summary>).)*<span[^>]*> \+39 cities</s);
    assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt; &quot;&amp;&#x27;/);
    assert.match(html, /<a href="\/application\/x%2F7%20%C3%A4%3F%23#apply"/);
  });

  test('shows two thousand openings in pages of fifty, with links that work without script', async (t) => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...openings[0], id: n, role_name: `Role ${n}.` }));
    const rolesOf = (html: string) =>
      html.replaceAll(/<\/?mark[^>]*>/g, '').match(/(?<=<h3[^>]*>)Role \d+\.(?=<\/h3>)/g) ?? [];
    at.host.always('openingsall', replies.json(listOf(named(50))));
    t.after(() => at.host.always('openingsall'));
    const fifty = await complete('/');
    assert.match(fifty, />50 openings</);
    assert.doesNotMatch(fifty, /Pages of openings/);

    at.host.always('openingsall', replies.json(listOf(named(2000))));
    const first = await complete('/');
    assert.match(first, />2,000 openings, page 1 of 40</);
    assert.deepEqual(rolesOf(first), rolesOf(fifty));
    assert.ok(first.length < fifty.length * 1.1, `${first.length} and ${fifty.length}`);
    const next = /<a [^>]*href="([^"#]+)#openings" rel="next"/.exec(first)?.[1] ?? '';
    assert.equal(rolesOf(await complete(next))[0], 'Role 50.');
    assert.match(first, /href="\/\?page=40#openings"/);
    const last = await complete('/?page=40');
    assert.equal(rolesOf(last).at(-1), 'Role 1999.');
    assert.doesNotMatch(last, /rel="next"/);
    assert.match(await complete('/?page=41'), /page 40 of 40/);

    // The host finds all of them, so the site adds none.
    for (const call of ['openings', 'openingsall'] as const)
      at.host.always(call, replies.json(listOf(named(120))));
    t.after(() => at.host.always('openings'));
    const search = await complete('/?company_id=1&q=role&page=2');
    assert.match(search, />120 openings at Northwind Bakery for “role”, page 2 of 3</);
    assert.match(search, /href="\/\?company_id=1&amp;q=role&amp;page=3#openings"/);
    assert.equal(rolesOf(search)[0], 'Role 50.');

    const halves = named(2000).map((opening, n) => ({
      ...opening,
      locations: [{ city: n % 2 === 0 ? 'Lagos' : `City ${n}` }],
    }));
    at.host.always('openingsall', replies.json(listOf(halves)));
    const even = await complete('/?city=Lagos&page=2');
    assert.match(even, />1,000 openings in Lagos, page 2 of 20</);
    assert.equal(rolesOf(even)[0], 'Role 100.');
    assert.match(even, /href="\/\?city=Lagos&amp;page=3#openings"/);
    assert.match(even, />All (?:1,001|1001|200) cities</);
    assert.ok(even.length < fifty.length * 2.2, `${even.length} and ${fifty.length}`);
  });
});

test('a page is streamed without openings that take longer than it waits, and is not stored', async () => {
  const path = '/?sort=pay&ref=staff';
  at.host.next('openingsall', replies.delayed(replies.json(listOf(openings)), waitMs.page + 200));
  const slow = await at.read(path);
  assert.match(slow.html, /Loading openings/);
  const next = await at.read(path);
  assert.doesNotMatch(next.html, /Loading openings/);
  assert.match(next.html, /Northwind Bakery<\/option>/);
});
