import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { pages, type Route, routeOf, routes } from '#src/routes.ts';
import { root } from '#test/support/site.ts';

/** Returns the path at which Waku serves a file of src/pages. */
const pathOf = (file: string): string =>
  `/${file}`
    .replace(/\.tsx?$/, '')
    .replace(/^\/_api/, '')
    .replace(/\[\.\.\.\w+\]/, '*')
    .replace(/\[(\w+)\]/g, ':$1')
    .replace(/^\/index(\/index)?$/, (_, nested) => (nested ? '/index' : '/'));

test('the table has a row for each file of src/pages, and no other pages', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: `${root}src/pages` }).filter(
    // Parts of pages, for Waku. 404.tsx is rendered in place of a page.
    (file) => !/^(?:_(?!api\/)|404\.tsx$)/.test(file),
  );
  assert.deepEqual(new Set(Object.keys(pages)), new Set(files.map(pathOf)));
});

test('each row applies to its own path, and the last one to every other path', () => {
  for (const [pattern, route] of Object.entries(routes)) {
    const path = pattern.replaceAll(/:\w+|\*/g, 'x1');
    assert.equal(routeOf(`${path}?a=/contact`), route, pattern);
  }
  assert.equal(routeOf('/fr'), routes['/']);
  assert.equal(routeOf('/fr/contact?a=b'), routes['/contact']);
  assert.equal(routeOf('/FR-ca'), routes['/']);
  const prefixed = ['/fr/robots.txt', '/fr/assets/a.js', '/de/contact', '/xx', '/france'];
  for (const path of [...prefixed, '/nothing', '/contact/us', '/application', '/INDEX', '', '*'])
    assert.equal(routeOf(path), routes['/*'], path);
});

test('a path that can be read answers HEAD too, and one that takes a body says how large it may be', () => {
  for (const [pattern, route] of Object.entries(routes)) {
    const methods: readonly string[] = route.methods;
    assert.equal(methods.includes('GET'), methods.includes('HEAD'), pattern);
    assert.equal(methods.includes('POST'), 'body' in route, pattern);
  }
});

/** Returns the patterns of the table by the values of one rule. Those without the rule are left out. */
function patternsBy(ruleOf: (route: Route) => unknown): Record<string, string[]> {
  const rows = Object.entries<Route>(routes).filter(([, route]) => ruleOf(route) !== undefined);
  const groups = Object.entries(Object.groupBy(rows, ([, route]) => String(ruleOf(route))));
  return Object.fromEntries(
    groups.map(([value, group = []]) => [value, group.map(([pattern]) => pattern)]),
  );
}
const assertPatterns = (ruleOf: (route: Route) => unknown, expected: Record<string, string[]>) =>
  assert.deepEqual(patternsBy(ruleOf), expected);
const feeds = ['/feed.rss', '/feed.json'];
const alertForms = ['/alerts/:token/:action', '/unsubscribe/:token'];
const enquiryForms = ['/forms/contact-us', '/forms/quote'];

test('each path has its name in the metrics', () => {
  assertPatterns(({ name }) => name, {
    file: [
      ...['/embed.js', '/assets/*', '/pictures/*', '/images/*', '/fonts/*'],
      ...['/manifest.webmanifest', '/texts/:part', '/favicon.ico', '/icon.png'],
      ...['/share.png', '/share/:file'],
    ],
    api: ['/forms/open-date', '/api/submission', ...enquiryForms],
    upload: ['/api/uploadapplicantdocument'],
    'my-application': [
      '/my-application/:token/:action',
      '/my-applications',
      '/my-application/:token',
    ],
    alerts: [...alertForms, '/alerts', '/alerts/:token'],
    health: ['/healthz', '/readyz'],
    'server-function': ['/RSC/F/*'],
    home: ['/', '/index'],
    contact: ['/contact'],
    feedback: ['/feedback'],
    opening: ['/application/:id'],
    feed: [...feeds, '/jobs.xml', '/sitemap.xml', '/robots.txt'],
    embed: ['/embed'],
    other: ['/*'],
  });
});

test('each path has its limits of requests and of bodies', () => {
  assertPatterns(({ rateLimit }) => rateLimit, {
    upload: ['/api/uploadapplicantdocument'],
    link: [
      '/my-application/:token/:action',
      '/alerts/:token/:action',
      '/my-application/:token',
      '/alerts/:token',
    ],
    feed: [...feeds, '/jobs.xml'],
  });
  assertPatterns(({ body }) => body?.rateLimit, {
    apply: ['/application/:id'],
    contact: ['/contact', ...enquiryForms],
    'mail-request': ['/my-applications', '/alerts'],
  });
  assertPatterns(({ body }) => body && (body.maxBytes ?? 'a stream'), {
    65536: [
      '/forms/open-date',
      '/my-application/:token/:action',
      ...alertForms,
      '/RSC/F/*',
      ...enquiryForms,
      '/my-applications',
      '/alerts',
    ],
    'a stream': ['/api/uploadapplicantdocument'],
    845536: ['/contact', '/application/:id'],
  });
});

test('each path accepts the content types of its forms, with parameters and in any case', () => {
  const accepting = (type: string) =>
    patternsBy(({ body }) => (body?.types?.test(type) ? 'accepts' : undefined)).accepts ?? [];
  for (const [type, patterns] of [
    ['multipart/form-data', ['/application/:id']],
    ['text/plain', ['/RSC/F/*']],
    ['application/json', []],
  ] as const) {
    for (const accepted of [type, type.toUpperCase(), `${type}; charset=utf-8`])
      assert.deepEqual(accepting(accepted), patterns, accepted);
    for (const refused of [`${type}s`, `x-${type}`]) assert.deepEqual(accepting(refused), []);
  }
  assert.deepEqual(accepting(''), []);
});

test('each path is stored by the parts of the address on which its page depends', () => {
  const query = new URLSearchParams('ref=staff&q=bread');
  const withRef = new URLSearchParams('ref=staff');
  const storedAs = ({ stored }: Route) =>
    typeof stored === 'function' ? `?${stored(query) ?? 'not stored'}` : stored;
  assertPatterns(storedAs, {
    '?': [
      '/contact',
      ...['/sitemap.xml', '/robots.txt', '/manifest.webmanifest'],
      ...['/texts/:part', '/favicon.ico', '/icon.png'],
    ],
    [`?${withRef}`]: ['/application/:id'],
    list: ['/', '/index'],
    feed: feeds,
    jobs: ['/jobs.xml'],
    embed: ['/embed'],
  });
  assert.deepEqual(`${pages['/application/:id'].stored(new URLSearchParams('ref=x'))}`, '');
  assertPatterns(({ isInSitemap }) => isInSitemap, { true: ['/', '/contact', '/application/:id'] });
});

test('forms, uploads and calls of server functions take a POST, and nothing else', () => {
  const { POST: writes, 'GET,HEAD,POST': both } = patternsBy(({ methods }) => methods.join());
  assert.deepEqual(writes, [...['/forms/open-date', '/api/uploadapplicantdocument', '/RSC/F/*']]);
  assert.deepEqual(both, [
    ...['/my-application/:token/:action', '/alerts/:token/:action', '/unsubscribe/:token'],
    ...['/contact', '/application/:id', '/forms/contact-us', '/forms/quote'],
    ...['/my-applications', '/alerts'],
  ]);
});

test('mail servers end alerts in their own name, and nobody does anything else so', () => {
  assertPatterns(({ allowsOtherOrigins }) => allowsOtherOrigins, { true: ['/unsubscribe/:token'] });
});

test('each path without a page of a language has one language', () => {
  assertPatterns(({ hasOneLanguage }) => hasOneLanguage, {
    true: [
      ...['/embed.js', '/forms/open-date', '/healthz', '/readyz'],
      ...['/assets/*', '/pictures/*', '/images/*', '/fonts/*'],
      ...['/jobs.xml', '/sitemap.xml', '/robots.txt'],
      ...['/favicon.ico', '/icon.png'],
    ],
  });
});
