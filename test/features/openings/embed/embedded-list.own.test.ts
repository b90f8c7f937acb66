import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { hashSource } from '#src/request/hash-source.ts';
import { openings } from '#test/support/default-responses.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';
import { listOf } from '#test/support/site-and-host.ts';

const host = await ownProcess({ SITE_ORIGIN: 'https://careers.example' });
const { siteMiddleware } = await import('#src/app.ts');
const { embeddedList } = await import('#src/features/openings/embed/embedded-list.ts');
const { app } = siteMiddleware(
  (request) =>
    new URL(request.url).pathname === '/embed'
      ? embeddedList(request)
      : new Response('a page of Waku'),
  { publicDirectory: 'public' },
);

const read = async (path: string, init: RequestInit = {}) => {
  const response = await app.request(path, init);
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const linksOf = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)" target="_top">([^<]*)<\/a>/g)].map(([, href, text]) => [
    href?.replaceAll('&amp;', '&'),
    text,
  ]);

test('any site may frame the list, which has nothing but links, and no other page', async () => {
  const { status, headers, html } = await read('/embed');
  assert.equal(status, 200);
  assert.equal(headers.get('x-frame-options'), null);
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
  const policy = headers.get('content-security-policy') ?? '';
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  const start = `default-src 'none'; script-src ${hashSource(script)}; `;
  assert.ok(policy.startsWith(start) && policy.endsWith('; frame-ancestors *'), policy);
  assert.doesNotMatch(html, /<(?:form|input|button|img|link rel="stylesheet")/);
  assert.equal(headers.get('set-cookie'), null);
  for (const path of ['/', '/embed/', '/application/11', '/my-application/guess']) {
    const other = await read(path);
    assert.equal(other.headers.get('x-frame-options'), 'DENY', path);
  }
  assert.equal((await read('/embed', { method: 'POST' })).status, 405);
});

test('each opening is a link to its page in the whole window, counted as another website', async () => {
  const { html } = await read('/embed');
  assert.match(html, /<h1>Openings at Tamarind Foods Group<\/h1>/);
  assert.deepEqual(linksOf(html), [
    ['/application/11?ref=sundry_website', 'Pastry chef'],
    ['/application/12?ref=sundry_website', 'Counter assistant'],
    ['/application/21?ref=sundry_website', 'Event cook'],
    ['/application/night-22?ref=sundry_website', 'Night porter'],
    ['/?ref=sundry_website#openings', 'Careers at Tamarind Foods Group'],
  ]);
  assert.equal(html.match(/<a /g)?.length, 5);
  assert.match(
    html,
    /<small>Northwind Bakery · Lagos, Ibadan · Full time · ₦180,000 to ₦240,000 a month · closes [^<]+<\/small>/,
  );
});

test('has the filters of the list, and follows them to the letter', async () => {
  const rolesOf = async (query: string) => {
    const { html } = await read(`/embed?${query}`);
    const [heading] = /(?<=<h1>)[^<]*/.exec(html) ?? [];
    return [heading, ...linksOf(html).map(([, text]) => text)];
  };
  const rest = 'Careers at Tamarind Foods Group';
  assert.deepEqual(await rolesOf('company_id=2&city=Lagos'), [
    'Openings at Southgate Catering in Lagos',
    'Event cook',
    rest,
  ]);
  assert.deepEqual(await rolesOf('type=FULL_TIME&ref=staff'), [
    'Openings, full time',
    'Pastry chef',
    rest,
  ]);
  assert.deepEqual(await rolesOf('city=Atlantis'), ['No openings in Atlantis', rest]);
  assert.deepEqual(await rolesOf('company_id=junk'), ['This company has no openings today.', rest]);
  // A search needs the form of the list, and there are no pages.
  assert.equal((await rolesOf('q=cook&page=9&sort=junk&ref=junk&x=%00')).length, 6);
  const { html } = await read('/embed?company_id=2&city=Kano&ref=staff&page=3');
  assert.deepEqual(linksOf(html), [
    ['/application/21?ref=staff', 'Event cook'],
    ['/?company_id=2&city=Kano&ref=staff#openings', rest],
  ]);
});

test('search engines read the list of the site instead', async () => {
  const { html } = await read('/embed?company_id=2&city=Kano&ref=staff');
  assert.match(html, /<meta name="robots" content="noindex">/);
  assert.ok(
    html.includes(
      '<link rel="canonical" href="https://careers.example/?company_id=2&amp;city=Kano">',
    ),
  );
});

test('shows the texts of an opening as text, and none that was closed', async (t) => {
  t.after(() => {
    host.always('openingsall');
    host.always('openings');
  });
  const hostile = {
    ...openings[0],
    id: '"><script>alert(1)</script>',
    role_name: '</a><script>alert(2)</script>',
    company_id: '1',
    company_name: '<img src=x onerror=alert(3)>',
    locations: [{ city: `"'><b>` }],
    employment_type: '<i>',
    salary: { min: 1, max: 2, currency: '<u>', unit: '<s>' },
  };
  const closed = { ...openings[0], id: 'over', closing_date: '2020-01-01' };
  host.always('openingsall', replies.json(listOf([hostile, closed])));
  host.always('openings', replies.json(listOf([hostile, closed])));
  const { html } = await read('/embed');
  // The heading names what the filters are.
  const city = encodeURIComponent(hostile.locations[0]?.city ?? '');
  const filtered = await read(`/embed?company_id=${hostile.company_id}&city=${city}`);
  assert.match(filtered.html, /<h1>Openings at &lt;img src=x[^<]* in &quot;[^<]*<\/h1>/);
  for (const each of [html, filtered.html])
    assert.doesNotMatch(each, /<script>alert|<img|<b>|<i>|<u>|<s>|application\/over/);
  assert.match(html, /&lt;script&gt;alert\(2\)/);
  assert.equal(html.match(/<script>/g)?.length, 1);
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const { results } = await validator.validateString(html);
  assert.deepEqual(
    results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message])),
    [],
  );

  host.always('openingsall', replies.json(listOf([closed])));
  assert.match((await read('/embed')).html, /<h1>There are no openings today\.<\/h1><p><a /);
});

test('shows fifty openings and three cities of each, and links to all of them', async (t) => {
  t.after(() => host.always('openingsall'));
  const locations = ['Aba', 'Bida', 'Calabar', 'Daura', 'Ede'].map((city) => ({ city }));
  const many = Array.from({ length: 1200 }, (_, id) => ({ ...openings[0], id, locations }));
  host.always('openingsall', replies.json(listOf(many)));
  const { html } = await read('/embed');
  assert.match(html, /Aba, Bida, Calabar and 2 more · /);
  const links = linksOf(html);
  assert.equal(links.length, 51);
  assert.deepEqual(links.at(-1), ['/?ref=sundry_website#openings', 'All 1,200 openings']);
});

test('says that the openings cannot be shown while the API host is down, and is not stored', async (t) => {
  host.always('openings', replies.http(503));
  t.after(() => host.always('openings'));
  const { status, headers, html } = await read('/embed?company_id=never-read');
  assert.equal(status, 503);
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors \*/);
  assert.match(
    html,
    /<h1>The openings cannot be shown right now\.<\/h1><p><a href="\/\?company_id/,
  );
});

test('other sites may load the script, for an hour', async () => {
  const { status, headers, html } = await read('/embed.js');
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.match(headers.get('cache-control') ?? '', /max-age=3600/);
  assert.ok(html.length < 1000, `${html.length}`);
});
