// Own process: the site config of the sample without its French file.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { createElement } from 'react';
import { openingSchema } from '#src/domain/model/opening.ts';
import { sampleValues, writeCompany } from '#test/support/company-files.ts';

const company = await writeCompany({ 'site.yaml': await sampleValues() });
after(() => rm(dirname(company), { recursive: true, force: true }));
process.env.SITE_CONFIG = company;

await import('#test/support/components.ts');
const { renderToStaticMarkup } = await import('react-dom/server');
const { languages, runInLanguage } = await import('#src/language/server.ts');
const { openingHref } = await import('#src/addresses.ts');
const { localizedPath, routeOf } = await import('#src/routes.ts');
const { Hono } = await import('hono');
const { routeAllowlist } = await import('#src/middleware/route-allowlist.ts');
const { sitemap } = await import('#src/features/openings/feeds/sitemap.ts');
const { ShareMetadata } = await import('#src/features/openings/sharing/share-metadata.tsx');
const { LanguageLinks } = await import('#src/components/language-links/language-links.tsx');

test('a language without a file has no addresses', () => {
  const prefixes = languages.map(({ tag, prefix }) => [tag, prefix]);
  assert.deepEqual(prefixes, [['en', '']]);
  for (const path of ['/fr', '/fr/contact', '/fr/application/101'])
    assert.equal(routeOf(path), routeOf('/no/such/page'), path);
  // An application that was made in it before.
  const href = runInLanguage('fr', () => openingHref('101'));
  assert.equal(href, '/application/101');
});

test('the links of mails in a removed language work: pages by a redirect, one click without', async () => {
  const app = new Hono({ getPath: ({ url }) => localizedPath(new URL(url).pathname).path })
    .use(routeAllowlist())
    .all('*', (c) => c.text(c.req.path));
  for (const path of ['/alerts/token', '/my-application/token', '/alerts/token/end']) {
    const { status, headers } = await app.request(`/fr${path}?a=b`);
    assert.deepEqual([status, headers.get('location')], [308, `${path}?a=b`]);
    assert.equal((await app.request(path)).status, 200);
  }
  const oneClick = await app.request('/fr/unsubscribe/token', { method: 'POST' });
  assert.deepEqual([oneClick.status, await oneClick.text()], [200, '/unsubscribe/token']);
  for (const path of ['/fr/alerts', '/fr/fr/alerts/token', '/french/alerts/token'])
    assert.equal(routeOf(path), routeOf('/no/such/page'), path);
});

test('a site with one language has no links to languages', () => {
  const share = { title: 'Baker', description: 'Bakes', path: '/application/101' };
  const page = renderToStaticMarkup([
    createElement(ShareMetadata, { ...share, key: 'share' }),
    createElement(LanguageLinks, { address: '/', key: 'links' }),
  ]);
  assert.match(page, /rel="canonical"/);
  const openings = [openingSchema.parse({ id: '101', role_name: 'Cook' })];
  const xml = sitemap('https://jobs.example', openings, new Date());
  assert.match(xml ?? '', /application\/101/);
  assert.doesNotMatch(`${page}${xml}`, /hreflang|rel="alternate"|\/fr\b|Français/i);
});
