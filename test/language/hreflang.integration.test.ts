import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { languages } from '#src/language/server.ts';
import { publicSite, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost(publicSite);
const origin = publicSite.SITE_ORIGIN;

/** Returns the canonical address of a page, and the address in each language that its head names. */
async function read(url: string) {
  const { html, headers } = await at.read(url.replace(origin, ''));
  const document = parseDocument(html);
  const links = DomUtils.getElementsByTagName('link', document).map(({ attribs }) => attribs);
  return {
    canonical: links.find(({ rel }) => rel === 'canonical')?.href,
    alternates: Object.fromEntries(
      links.flatMap(({ rel, hreflang, href }) =>
        rel === 'alternate' && hreflang ? [[hreflang, href]] : [],
      ),
    ),
    language: headers.get('content-language'),
    lang: DomUtils.getElementsByTagName('html', document)[0]?.attribs.lang,
  };
}

test('each page of the sitemap names itself and the page in every language, and these name it', async () => {
  const sitemap = await (await fetch(`${at.origin}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/(?<=<loc>)[^<]+/g)].map(([url]) => url);
  const pages = new Map(
    await Promise.all(urls.map(async (url) => [url, await read(url)] as const)),
  );
  assert.ok(pages.size >= 2 * languages.length);
  for (const [url, { canonical, alternates, language, lang }] of pages) {
    assert.equal(canonical, url);
    assert.deepEqual(
      Object.keys(alternates).toSorted(),
      [...languages.map(({ tag }) => tag), 'x-default'].toSorted(),
      url,
    );
    assert.equal(alternates[lang ?? ''], url);
    assert.equal(language, lang);
    assert.equal(alternates['x-default'], alternates.en);
    for (const other of Object.values(alternates))
      assert.deepEqual(pages.get(other ?? '')?.alternates, alternates, `${url} and ${other}`);
  }
});

test('feeds and web manifests name their language; the sitemap, which has none, does not', async () => {
  const languageOf = async (path: string) => {
    const response = await fetch(at.origin + path);
    assert.equal(response.status, 200, path);
    return response.headers.get('content-language');
  };
  for (const file of ['feed.rss', 'feed.json', 'manifest.webmanifest']) {
    assert.equal(await languageOf(`/${file}`), 'en', file);
    assert.equal(await languageOf(`/fr/${file}`), 'fr', file);
    // This response is stored.
    assert.equal(await languageOf(`/fr/${file}`), 'fr', file);
  }
  assert.equal(await languageOf('/jobs.xml'), 'en');
  assert.equal(await languageOf('/sitemap.xml'), null);
});
