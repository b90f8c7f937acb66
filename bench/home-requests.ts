/**
 * The bench measures the home page with 50 openings: requests per second and p99 with 64 connections. It is compared with
 * servers that send the same bytes and with frameworks that render the same list.
 *
 *     npm run bench -- home-requests [seconds a round]
 */
import { compare, secondsPerRound } from './load.ts';
import { preparePeers, startHono, startNext, startNginx, startNode } from './peers.ts';
import { bodyOf, check, printTable, serve, startBenchSite } from './site.ts';

/** The openings of this API host differ in each response, so that each expired page is rendered again. */
function startChangingHost(apiHost: string) {
  const copies = new Map<string, Promise<string>>();
  const copyOf = async (path: string) => (await fetch(apiHost + path)).text();
  let changes = 0;
  return serve(async ({ url = '' }, outgoing) => {
    const copy = copies.get(url) ?? copyOf(url);
    copies.set(url, copy);
    const changed = (await copy).replace(
      /"requiredskill":"/,
      `"requiredskill":"Change ${++changes}, `,
    );
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(changed);
  });
}

const seconds = secondsPerRound(2);
// A round of 2 s begins with up to 100 ms in which wrk opens its connections, more than the slowest hundredth of it. At its
// end it loses the pages in progress, one for each connection: most of those that are rendered in a second.
const minSeconds = 6;
preparePeers();
await using site = await startBenchSite({ openings: 50 });
const API_HOST = site.apiHost;
using changingHost = await startChangingHost(API_HOST);
await using rendering = await startBenchSite({
  env: { API_HOST: changingHost.origin, CACHE_TTL_MS: '1000' },
});
await using uncached = await startBenchSite({ env: { API_HOST, CACHE_TTL_MS: '0' } });
const home = await bodyOf(site.origin);
const homeBrotli = await bodyOf(site.origin, 'br');
await using bare = await startNode(home);
await using bareBrotli = await startNode(homeBrotli);
const names = {
  bare: 'node:http, the same bytes',
  nginx: 'nginx, the same bytes',
  site: 'the site',
  rendering: 'the site, rendered again each second',
  uncached: 'the site, CACHE_TTL_MS=0',
  bareBrotli: 'node:http, the brotli bytes',
  siteBrotli: 'the site, brotli',
  renderingBrotli: 'the site, brotli, rendered again each second',
  hono: 'Hono, renderToString',
  isr: 'Next.js, ISR',
  dynamic: 'Next.js, dynamic',
} as const;
const bareOf = (name: string) => (/brotli/.test(name) ? names.bareBrotli : names.bare);
const bareTargets = [
  { name: names.bare, url: bare.origin },
  { name: names.bareBrotli, url: bareBrotli.origin, coding: 'br' },
];

// These targets are measured before the peers start, in turn with their comparison, because a p99 depends on what ran
// before.
const renderingTargets = [
  ...bareTargets,
  { name: names.rendering, url: `${rendering.origin}/` },
  { name: names.renderingBrotli, url: `${rendering.origin}/`, coding: 'br' },
];
const whileRendering = await compare(renderingTargets, Math.max(seconds, minSeconds), 5);
const p99 = (name: string) => whileRendering.get(name)?.p99Ms ?? Number.NaN;
check('p99 while rendering each second / node:http', p99(names.rendering) / p99(names.bare), {
  atMost: 2.5,
});
printTable(
  renderingTargets.map(({ name }) => ({
    'home, 50 openings, 64 connections': name,
    'requests/s': whileRendering.get(name)?.perSecond.toFixed(0) ?? '',
    'p99 (ms)': p99(name).toFixed(1),
    'ratio to node:http': (p99(name) / p99(bareOf(name))).toFixed(2),
  })),
);

await using nginx = await startNginx(home);
await using hono = await startHono({ API_HOST });
await using next = await startNext({ API_HOST });
const targets = [
  ...bareTargets,
  { name: names.nginx, url: `${nginx.origin}/` },
  { name: names.site, url: `${site.origin}/` },
  { name: names.uncached, url: `${uncached.origin}/`, minSeconds },
  { name: names.siteBrotli, url: `${site.origin}/`, coding: 'br' },
  { name: names.hono, url: `${hono.origin}/`, minSeconds },
  { name: names.isr, url: `${next.origin}/isr` },
  { name: names.dynamic, url: `${next.origin}/dynamic`, minSeconds },
];
const results = await compare(targets, seconds);
const rate = (name: string) => results.get(name)?.perSecond ?? Number.NaN;

check('home / node:http with the same bytes', rate(names.site) / rate(names.bare), {
  atLeast: 0.85,
});
check('home / Next.js dynamic', rate(names.site) / rate(names.dynamic), { atLeast: 100 });
check('home that is not stored', rate(names.uncached), { atLeast: 80 }, '/s');
check('home / Next.js ISR', rate(names.site) / rate(names.isr), { atLeast: 12 });
check('home', home.length / 1000, { atMost: 250 }, ' kB');
const sizes = await Promise.all(
  targets.map(async ({ url, coding }) => (await bodyOf(url, coding ?? 'identity')).length),
);
printTable(
  targets.map(({ name }, index) => ({
    'home, 50 openings, 64 connections': name,
    'ratio to node:http': (rate(name) / rate(bareOf(name))).toFixed(3),
    'requests/s': rate(name).toFixed(0),
    'p99 (ms)': results.get(name)?.p99Ms.toFixed(1) ?? '',
    'body (kB)': ((sizes[index] ?? 0) / 1000).toFixed(1),
  })),
);
