/**
 * Home pages per second, compared with a bare node:http server that sends the same bytes: the ratio is the cost of
 * rendering each page, on any machine. Rounds alternate, so that other load affects both.
 *
 *     npm run bench -- home-requests [seconds a round]
 */
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printTable, startBenchSite } from './site.ts';

const connections = 16;
const rounds = 3;
const secondsEach = Number(process.argv[2] ?? 3);

function fetchOnce(url: string, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + secondsEach * 1000;
  let done = 0;
  const requestUntilEnd = async () => {
    for (; performance.now() < until; done += 1) await fetchOnce(url, agent, headers);
  };
  await Promise.all(Array.from({ length: connections }, requestUntilEnd));
  agent.destroy();
  return done / secondsEach;
}

await using site = await startBenchSite();
const home = Buffer.from(await (await fetch(site.origin)).arrayBuffer());
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': home.length });
  response.end(home);
}).listen(0);
await once(bare, 'listening');
const servers = [
  {
    name: 'node:http, the same bytes',
    url: `http://localhost:${(bare.address() as AddressInfo).port}`,
  },
  { name: 'the site', url: site.origin },
  { name: 'the site, brotli', url: site.origin, headers: { 'accept-encoding': 'br' } },
];
const best = new Map<string, number>();
for (let round = 0; round < rounds; round++) {
  for (const { name, url, headers = {} } of servers)
    best.set(name, Math.max(best.get(name) ?? 0, await perSecond(url, headers)));
}
bare.close();
const [first = 1] = best.values();
printTable(
  [...best].map(([name, rate]) => ({
    home: name,
    'requests/s': rate.toFixed(0),
    ratio: (rate / first).toFixed(3),
  })),
);
