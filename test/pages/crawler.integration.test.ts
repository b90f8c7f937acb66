import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { languages } from '#src/language/server.ts';
import { sampleSite } from '../support/shared-sites.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();
const sample = sampleSite();

/** Not compressed, which other tests prove: it takes a seventh of the processor time of a page. */
const headers = { accept: 'text/html', 'accept-encoding': 'identity' };

/** Every address of the site is below this number; a trap without end fails the test. */
const maxAddresses = 400;

interface Link {
  readonly path: string;
  readonly from: string;
}

/** Returns the problems of a page that was found, and what it links to on this site. */
async function read({ path, from }: Link) {
  const response = await fetch(at.origin + path, { redirect: 'manual', headers });
  const document = parseDocument(await response.text());
  // A redirect is a soft 404 here: an unknown path redirects to home.
  if (response.status !== 200)
    return { problems: [`${path} is ${response.status}, from ${from}`], urls: [], ids: [] };
  if (!response.headers.get('content-type')?.startsWith('text/html'))
    return { problems: [], urls: [], ids: [] };
  const elements = DomUtils.getElementsByTagName('*', document);
  const named = (tag: string) => elements.filter(({ name }) => name === tag);
  const title = named('title').map((one) => DomUtils.textContent(one))[0] ?? '';
  const hasDescription = named('meta').some(
    ({ attribs }) => attribs.name === 'description' && attribs.content,
  );
  const hasCanonical = named('link').some(({ attribs }) => attribs.rel === 'canonical');
  const problems = [
    ...(title.trim() === '' ? [`${path} has no title`] : []),
    ...(/not found|closed/i.test(title) ? [`${path} is a soft 404`] : []),
    ...(hasDescription ? [] : [`${path} has no description`]),
    ...(hasCanonical ? [] : [`${path} has no canonical URL`]),
  ];
  const urls = elements.flatMap(({ name, attribs }) => {
    const address = ['a', 'link'].includes(name) ? attribs.href : attribs.src;
    const url = address === undefined ? undefined : new URL(address, at.origin + path);
    return url?.origin === at.origin ? [url] : [];
  });
  return { problems, urls, ids: elements.flatMap(({ attribs }) => attribs.id ?? []) };
}

test('following every link from home finds no dead link, no soft 404 and no page without title, description and canonical URL', async () => {
  const seen = new Set(['/']);
  const queue: Link[] = [{ path: '/', from: '' }];
  const idsOf = new Map<string, readonly string[]>();
  const fragments: (Link & { readonly id: string })[] = [];
  const problems: string[] = [];
  const visit = async (link: Link) => {
    const page = await read(link);
    problems.push(...page.problems);
    idsOf.set(link.path, page.ids);
    for (const { pathname, search, searchParams, hash } of page.urls) {
      // The lists of several values of a filter have no end in a short time; robots do not follow them.
      if (new Set(searchParams.keys()).size < searchParams.size) continue;
      const path = pathname + search;
      if (hash !== '') fragments.push({ path, from: link.path, id: hash.slice(1) });
      if (seen.has(path)) continue;
      seen.add(path);
      queue.push({ path, from: link.path });
    }
  };
  while (queue.length > 0 && seen.size < maxAddresses)
    await Promise.all(queue.splice(0, 8).map(visit));
  for (const { path, from, id } of fragments)
    if (!idsOf.get(path)?.includes(id)) problems.push(`${path} has no #${id}, from ${from}`);
  assert.deepEqual([...new Set(problems)], []);
  assert.ok(seen.size < maxAddresses, 'the crawl does not end');
  for (const path of ['/contact', '/application/11', '/application/night-22', '/feed.rss'])
    assert.ok(seen.has(path), path);
});

/** Returns the paths that robots.txt forbids, as its `*` and `$` say (RFC 9309). */
async function disallowed(): Promise<RegExp[]> {
  const text = await (await fetch(`${sample.origin}/robots.txt`)).text();
  return [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => {
    const pattern = rule.replace(/[.?+^(){}|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${pattern}`);
  });
}

test('a polite robot finds every opening of the sample and fetches at most 120 addresses in each language', async () => {
  const forbidden = await disallowed();
  const seen = new Set(['/']);
  const queue = ['/'];
  const visit = async (path: string) => {
    const response = await fetch(sample.origin + path, { headers });
    const document = parseDocument(await response.text());
    const urls = DomUtils.getElementsByTagName('a', document).flatMap(({ attribs }) => {
      if (attribs.href === undefined || /\bnofollow\b/.test(attribs.rel ?? '')) return [];
      const url = new URL(attribs.href, sample.origin + path);
      return url.origin === sample.origin ? [url.pathname + url.search] : [];
    });
    for (const url of urls) {
      if (seen.has(url) || forbidden.some((rule) => rule.test(url))) continue;
      seen.add(url);
      queue.push(url);
    }
  };
  const most = 120 * languages.length;
  while (queue.length > 0 && seen.size <= most) await Promise.all(queue.splice(0, 8).map(visit));
  assert.ok(seen.size <= most, [...seen].slice(-40).join('\n'));
  const list = [...seen].filter((path) => /^(?:\/fr|\/)\?/.test(path));
  const isFollowed = list.some((path) => /^\/\?city=[^&]+$/.test(path));
  assert.ok(isFollowed, 'one filter is followed');
  const others = list.filter((path) => /sort=|&/.test(path));
  assert.deepEqual(others, []);
  const sitemap = await (await fetch(`${sample.origin}/sitemap.xml`)).text();
  const openings = [...sitemap.matchAll(/(?<=<loc>[^<]*)(?:\/fr)?\/application\/[^<]+/g)].map(
    ([path]) => path,
  );
  assert.ok(openings.length > 20);
  const missed = openings.filter((path) => !seen.has(path));
  assert.deepEqual(missed, []);
});
