/**
 * The bench requests pages and files, plain and compressed, with 64 connections. The requests per second are compared with
 * node:http that sends the same bytes.
 *
 *     npm run bench -- pages [seconds a round]
 */
import { compare, secondsPerRound } from './load.ts';
import { preparePeers, startNode } from './peers.ts';
import { bodyOf, check, printTable, startBenchSite } from './site.ts';

preparePeers();
const seconds = secondsPerRound(1);
await using site = await startBenchSite({ openings: 50 });
const html = (await bodyOf(`${site.origin}/`)).toString();
const asset = (pattern: RegExp) => pattern.exec(html)?.[0] ?? '/';
const paths = {
  'an opening': '/application/1000',
  contact: '/contact',
  feedback: '/feedback',
  'a script': asset(/\/assets\/[^"'\s]+\.js/),
  'a font': asset(/\/assets\/[^"'\s]+\.woff2/),
};
const rows = [];
for (const [name, path] of Object.entries(paths))
  for (const coding of /font/.test(name) ? ['identity'] : ['identity', 'gzip', 'br']) {
    const url = site.origin + path;
    const body = await bodyOf(url, coding);
    await using bare = await startNode(body);
    const results = await compare(
      [
        { name: 'bare', url: bare.origin },
        { name: 'site', url, coding },
      ],
      seconds,
    );
    const ours = results.get('site');
    const theirs = results.get('bare');
    if (!ours || !theirs) continue;
    if (path.startsWith('/assets/'))
      check(`${name}, ${coding} / node:http`, ours.perSecond / theirs.perSecond, { atLeast: 0.6 });
    rows.push({
      page: name,
      coding,
      'ratio to node:http': (ours.perSecond / theirs.perSecond).toFixed(2),
      'requests/s': ours.perSecond.toFixed(0),
      'p99 (ms)': ours.p99Ms.toFixed(1),
      'p99 of node:http (ms)': theirs.p99Ms.toFixed(1),
      'body (kB)': (body.length / 1000).toFixed(1),
    });
  }
printTable(rows);
