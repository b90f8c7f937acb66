import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { parseSitemap } from 'sitemap';
import { validateXML } from 'xmllint-wasm';
import { listLimits } from '#src/domain/model/limits.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import { sitemap } from '#src/features/openings/feeds/sitemap.ts';

const origin = 'https://careers.example';
const now = new Date();
/** The schema of sitemaps.org, as the package `sitemap` contains it. */
const schema = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('sitemap')), '../../schema/sitemap.xsd'),
  'utf8',
);
/** The schema knows no elements of other namespaces. */
const withoutAlternates = (xml: string): string => xml.replace(/<xhtml:link [^>]*>/g, '');

const named = (id: string, values: object = {}): Opening =>
  openingSchema.parse({ id, role_name: 'Cook', ...values });

test('is one valid file with the pages and every opening', async () => {
  const xml = sitemap(origin, [named('11'), named("a&b'<ü 1")], now);
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'a.xml', contents: withoutAlternates(xml) }],
    schema,
  });
  assert.ok(valid, String(errors[0]?.message));
  const urls = await parseSitemap(Readable.from([xml]));
  const paths = ['/', '/contact', '/application/11', "/application/a%26b'%3C%C3%BC%201"];
  const french = paths.map((path) => `/fr${path === '/' ? '' : path}`);
  assert.deepEqual(
    urls.map(({ url }) => url),
    [...paths, ...french].map((path) => origin + path),
  );
  // Each address names all languages of its page.
  for (const [index, { links }] of urls.entries()) {
    const page = index % paths.length;
    const languages = links.map(({ lang, url }) => [lang, url]);
    assert.deepEqual(languages, [
      ['en', origin + paths[page]],
      ['fr', origin + french[page]],
      ['x-default', origin + paths[page]],
    ]);
  }
});

test('an opening in a language of the site has its page in that language only', async () => {
  const openings = [named('1', { language: 'fr-BJ' }), named('2', { language: 'yo' })];
  const urls = await parseSitemap(Readable.from([sitemap(origin, openings, now)]));
  const ofOpenings = urls
    .filter(({ url }) => url.includes('/application/'))
    .map(({ url, links }) => [url, links.length]);
  assert.deepEqual(ofOpenings, [
    [`${origin}/application/2`, 3],
    [`${origin}/fr/application/1`, 0],
    [`${origin}/fr/application/2`, 3],
  ]);
});

test('the longest list in all languages has at most the 50,000 addresses of one file', () => {
  const openings = Array.from({ length: listLimits.items }, (_, n) => named(String(n)));
  const urls = sitemap(origin, openings, now).match(/<loc>/g) ?? [];
  assert.ok(urls.length > listLimits.items && urls.length <= 50_000, String(urls.length));
});

test('has no opening whose closing date has passed', () => {
  const openings = [
    named('1', { closing_date: '2026-06-29' }),
    named('2', { closing_date: '2026-06-30' }),
  ];
  const ids = (now: string) =>
    ['1', '2'].filter((id) =>
      sitemap(origin, openings, new Date(now)).includes(`/application/${id}<`),
    );
  assert.deepEqual(ids('2026-06-30T12:00:00Z'), ['2']);
  // The first of July begins in Lagos.
  assert.deepEqual(ids('2026-06-30T22:59:59Z'), ['2']);
  assert.deepEqual(ids('2026-06-30T23:00:00Z'), []);
});
