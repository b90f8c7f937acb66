/**
 * Lighthouse measures the first load with its phone profile: scores, paint, requests and bytes.
 *
 *     npm run bench -- lighthouse [runs a page]
 */
import { spawnSync } from 'node:child_process';
import { peersFolder, preparePeers, startNext } from './peers.ts';
import { check, median, printTable, startBenchSite } from './site.ts';

interface Figures {
  readonly path: string;
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best practices': number;
  readonly seo: number;
  /** The unit is milliseconds. */
  readonly fcp: number;
  readonly lcp: number;
  /** The blocking time in milliseconds, and the layout shift. */
  readonly tbt: number;
  readonly cls: number;
  /** The number of requests that started before the load event. */
  readonly requests: number;
  /** The transferred bytes. */
  readonly script: number;
  readonly bytes: number;
  /** The audits besides performance that are not perfect. */
  readonly failed: readonly string[];
}

const scores = ['performance', 'accessibility', 'best practices', 'seo'] as const;
const measured = [...scores, 'fcp', 'lcp', 'tbt', 'cls', 'requests', 'script', 'bytes'] as const;

/** Returns the medians of several runs, one for each path. */
function lighthouse(origin: string, paths: readonly string[]): Figures[] {
  // The browser may use both processors, because the site is idle most of the time.
  const args = ['-c', '0-1', process.execPath, 'lighthouse.js', origin, String(runs), ...paths];
  const { stdout, stderr } = spawnSync('taskset', args, { cwd: peersFolder, encoding: 'utf8' });
  const all = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Figures);
  if (all.length !== runs * paths.length) throw new Error(`Lighthouse failed: ${stderr}`);
  return paths.map((path) => {
    const ofPath = all.filter((one) => one.path === path);
    const medianOf = (name: (typeof measured)[number]) => median(ofPath.map((one) => one[name]));
    const medians = Object.fromEntries(measured.map((name) => [name, medianOf(name)])) as Record<
      (typeof measured)[number],
      number
    >;
    return { path, ...medians, failed: ofPath.flatMap(({ failed }) => failed) };
  });
}

const row = (page: string, figures: Figures) => ({
  page,
  'FCP (s)': (figures.fcp / 1000).toFixed(2),
  'LCP (s)': (figures.lcp / 1000).toFixed(2),
  'blocking (ms)': figures.tbt.toFixed(0),
  'layout shift': figures.cls.toFixed(3),
  performance: figures.performance,
  accessibility: figures.accessibility,
  'best practices': figures['best practices'],
  seo: figures.seo,
  'requests before load': figures.requests,
  'script (kB)': (figures.script / 1000).toFixed(0),
  'all (kB)': (figures.bytes / 1000).toFixed(0),
  'failed audits': [...new Set(figures.failed)].join(', '),
});

const runs = Number(process.argv[2] ?? 5);
preparePeers();
await using site = await startBenchSite({ openings: 50 });
await using next = await startNext({ API_HOST: site.apiHost });
const pages = lighthouse(site.origin, [
  ...['/', '/application/1000', '/contact', '/feedback', '/fr', '/fr/application/1000'],
]);
const peers = lighthouse(next.origin, ['/isr']);
for (const figures of pages) {
  const { path } = figures;
  for (const name of scores)
    check(`${path}: ${name}`, figures[name], { atLeast: name === 'performance' ? 95 : 100 });
  check(`${path}: FCP`, figures.fcp / 1000, { atMost: 0.95 }, ' s');
  check(`${path}: LCP`, figures.lcp / 1000, { atMost: 1.2 }, ' s');
  check(`${path}: blocking time`, figures.tbt, { atMost: 250 }, ' ms');
  check(`${path}: layout shift`, figures.cls, { atMost: 0.02 });
  check(`${path}: requests before load`, figures.requests, { atMost: 12 });
  check(`${path}: script`, figures.script / 1000, { atMost: 110 }, ' kB');
}
printTable([
  ...pages.map((figures) => row(`the site, ${figures.path}`, figures)),
  ...peers.map((figures) => row('Next.js, ISR', figures)),
]);
