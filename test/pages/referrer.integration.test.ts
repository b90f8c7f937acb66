import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { referrers } from '#src/domain/model/application-options.ts';
import { newApplicant } from '../support/applicant.ts';
import { openings } from '../support/default-responses.ts';
import { formValues, NoScriptBrowser, type NoScriptPage } from '../support/no-script-browser.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();
/** A site that stores its pages. */
const atCached = siteAndHost({ CACHE_TTL_MS: '60000' });

const preselected = (opening: NoScriptPage) => opening.form('emailaddress').values.get('referrer');

for (const value of referrers)
  test(`?ref=${value} preselects it, from home through to the form, without script`, async () => {
    const visitor = new NoScriptBrowser(at.origin);
    const home = await visitor.get(`/?ref=${value}`);
    const links = [...home.html.matchAll(/<a [^>]*href="(\/application\/[^"]+)"/g)];
    assert.ok(links.length >= 4);
    const opening = await visitor.get(links[0]?.[1] ?? '', home);
    assert.equal(preselected(opening), value);
    // What the applicant chooses instead is kept.
    const refused = await visitor.submit(opening, opening.form('emailaddress'), {
      referrer: 'linkedin',
    });
    assert.equal(preselected(refused), 'linkedin');
  });

test('every link of the list and its search form keep ref, filtered, on another page, and without results', async (t) => {
  const many = Array.from({ length: 120 }, (_, n) => ({ ...openings[0], id: n }));
  at.host.always('openingsall', replies.json(listOf([...many, ...openings])));
  t.after(() => at.host.always('openingsall'));
  const visitor = new NoScriptBrowser(at.origin);
  for (const query of ['', 'city=Lagos&', 'page=2&', 'company_id=1&q=sushi&city=Kano&']) {
    const home = await visitor.get(`/?${query}ref=linkedin`);
    const all = DomUtils.getElementsByTagName('a', parseDocument(home.html));
    const hrefs = all.map(({ attribs }) => attribs.href ?? '');
    const links = [...new Set(hrefs)].filter((href) => /^\/(?:$|[?#]|application\/)/.test(href));
    assert.ok(links.length > 4, `${links.length}`);
    const [path = '', ...others] = links.filter((href) => href.startsWith('/application/'));
    const lists = links.filter((href) => !href.startsWith('/application/'));
    for (const href of [path, others.at(-1) ?? path, ...lists]) {
      const { url } = await visitor.get(href, home);
      const { pathname, searchParams, hash } = new URL(url);
      assert.equal(searchParams.get('ref'), 'linkedin', href);
      searchParams.delete('ref');
      assert.equal(new URL(href, url).pathname, pathname);
      assert.deepEqual([...new URL(href, url).searchParams], [...searchParams]);
      assert.equal(hash, '');
    }
    const found = await visitor.submit(home, home.form('company_id'), { company_id: '2', q: 'x' });
    assert.match(found.url, /[?&]company_id=2&.*ref=linkedin$/);
  }
});

test('it is kept on the way through other pages and back, in two tabs at once', async () => {
  const visitor = new NoScriptBrowser(atCached.origin);
  for (let round = 0; round < 2; round += 1) {
    const first = await visitor.get('/contact?ref=social_media');
    const second = await visitor.get('/application/12?ref=staff');
    const list = await visitor.get('/#openings', first);
    const contact = await visitor.get('/contact', second);
    const opening = await visitor.get('/application/11', list);
    const other = await visitor.get('/application/11', contact);
    assert.deepEqual([preselected(opening), preselected(other)], ['social_media', 'staff']);
    assert.equal(preselected(await visitor.get('/application/11')), '');
  }
  assert.equal(visitor.cookies.size, 0);
});

test('only a page of the site passes it on, to a page, and an address keeps its own', async () => {
  const statusOf = async (path: string, referer: string, method = 'GET') => {
    const response = await fetch(atCached.origin + path, {
      method,
      redirect: 'manual',
      headers: { referer },
    });
    await response.body?.cancel();
    return [response.status, response.headers.get('location')];
  };
  const from = `${atCached.origin}/?ref=linkedin`;
  for (const path of ['/application/11', '/application/11?x=1', '/', '/?city=Lagos', '/contact'])
    await atCached.read(path);
  const kept = '/application/11?x=1&ref=linkedin';
  assert.deepEqual(await statusOf('/application/11?x=1', from), [302, kept]);
  assert.deepEqual(await statusOf('/application/11?x=1', from, 'HEAD'), [302, kept]);
  for (const [path, referer] of [
    ['/application/11', 'https://other.example/?ref=linkedin'],
    ['/application/11', '?ref=linkedin'],
    ['/application/11', `${atCached.origin}/?ref=nobody`],
    ['/application/11', `${atCached.origin}/?q=ref=linkedin`],
    ['/application/11?ref=staff', from],
    ['/feed.rss', from],
    ['/robots.txt', from],
    ['/embed', from],
  ] as const)
    assert.deepEqual(await statusOf(path, referer), [200, null], path);
});

test('the preselected referrer reaches the API host', async () => {
  const visitor = new NoScriptBrowser(at.origin);
  const page = await visitor.get('/application/11?ref=social_media');
  const {
    referrer: _chosen,
    referrer_name: _name,
    ...values
  } = formValues(newApplicant({ answers: { 101: 'Yes', 102: '' } }));
  await visitor.submit(page, page.form('emailaddress'), values);
  const [call] = at.host.callsTo('applyjobposting');
  assert.match(JSON.stringify(call?.json), /"referrer":"social_media"/);
});

test('another value preselects nothing, and is the same stored page as none', async () => {
  // The first page of a site may be one that has not waited for all of its data; that one is not stored.
  for (const path of ['/', '/application/11']) await atCached.read(path);
  const plain = await atCached.read('/application/11');
  for (const ref of ['other', '%3Cscript%3E', 'LINKEDIN', '__proto__']) {
    const page = await atCached.read(`/application/11?ref=${ref}`);
    assert.equal(page.headers.get('etag'), plain.headers.get('etag'));
    assert.equal(
      (await atCached.read(`/?ref=${ref}`)).headers.get('etag'),
      (await atCached.read('/')).headers.get('etag'),
    );
  }
  assert.match(plain.html, /<select[^>]*name="referrer"/);
  assert.doesNotMatch((await atCached.read('/?ref=other')).html, /[?&]ref=/);
});
