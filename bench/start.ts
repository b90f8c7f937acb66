/** Measures the cold start of the servers, in milliseconds to the first page, and the start of the command line. */
import { spawnSync } from 'node:child_process';
import { preparePeers, startHono, startNext, startNode } from './peers.ts';
import {
  bodyOf,
  check,
  median,
  memoryOf,
  pinned,
  printTable,
  root,
  startBenchSite,
} from './site.ts';

preparePeers();
await using site = await startBenchSite({ openings: 50 });
const API_HOST = site.apiHost;
const home = await bodyOf(`${site.origin}/`);
const servers = {
  'node:http, the same bytes': { start: () => startNode(home), path: '/' },
  'Hono, renderToString': { start: () => startHono({ API_HOST }), path: '/' },
  'the site, API_HOST set': { start: () => startBenchSite({ env: { API_HOST } }), path: '/' },
  'the site with its API host': { start: () => startBenchSite(), path: '/' },
  'Next.js, dynamic': { start: () => startNext({ API_HOST }), path: '/dynamic' },
};
const rows = [];
for (const [name, { start, path }] of Object.entries(servers)) {
  const times = [];
  const memory = [];
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    await using server = await start();
    await bodyOf(server.origin + path);
    times.push(performance.now() - started);
    memory.push((await memoryOf(server.pid)).now);
  }
  if (name === 'the site, API_HOST set')
    check(`${name}: first page`, median(times), { atMost: 1000 }, ' ms');
  rows.push({
    server: name,
    'first page (ms)': median(times).toFixed(0),
    'resident then (MiB)': median(memory).toFixed(0),
  });
}
printTable(rows);

const node = process.execPath;
const commands = {
  'node -e 0': [node, '-e', '0'],
  'careers --help': [node, 'cli/careers.js', '--help'],
  'careers --version': [node, 'cli/careers.js', '--version'],
  'careers list, local host': [node, 'cli/careers.js', 'list', '--host', API_HOST],
};
const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
for (let round = -2; round < 30; round++)
  for (const [name, command] of Object.entries(commands)) {
    const started = performance.now();
    const { status } = spawnSync(...pinned('server', command), { cwd: root, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${name} ended with ${status}.`);
    if (round >= 0) times.get(name)?.push(performance.now() - started);
  }
const empty = median(times.get('node -e 0') ?? []);
check('careers --help / an empty Node process', median(times.get('careers --help') ?? []) / empty, {
  atMost: 2.5,
});
printTable(
  [...times].map(([name, all]) => ({
    command: name,
    ratio: (median(all) / empty).toFixed(2),
    'median (ms)': median(all).toFixed(1),
    'best (ms)': Math.min(...all).toFixed(1),
  })),
);
