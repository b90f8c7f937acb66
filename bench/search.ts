/**
 * What a search costs the site, without the network: `findOpenings` with 20,000 openings in memory and the API host's answer
 * in the cache of reads, by the clock and in processor time. Also the catalogue that it asks: the time of its first build and of one after an opening has changed, how
 * long it keeps other requests waiting, and its memory. The API host finds nothing, which costs the site most.
 *
 *     npm run bench -- search [rounds [openings]]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readSampleData } from '#src/api-host/openings/sample-data.ts';
import { newCatalogue } from '#src/config/new-catalogue.ts';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { type Opening, openingSchema } from '../src/domain/model/opening.ts';
import { openingsWithWords, queries } from './openings-with-words.ts';
import { check, percentile, printTable, serveApi } from './site.ts';

const [rounds = 20, count = 20_000] = process.argv.slice(2).map(Number);
const companies = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const sample = openingSchema.array().parse((await readSampleData()).openings);
using host = await serveApi((call) =>
  call === 'openingsall' ? openingsWithWords(sample, count, companies) : [],
);
Object.assign(process.env, { API_HOST: host.origin, CACHE_TTL_MS: '3600000', LOG_LEVEL: 'error' });
const { findOpenings } = await import('../src/features/openings/data/find-openings.ts');
const { catalogueInTime } = await import('../src/features/openings/data/openings-source.ts');

/** Buffers are freed some time after their objects. */
const memory = async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

/** Returns the time until a catalogue is complete, and the longest time that other requests waited, in milliseconds. */
async function build(catalogue: Catalogue) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const started = performance.now();
  const work = process.cpuUsage();
  await catalogue.similar({}, 1, 'byRole');
  const { user, system } = process.cpuUsage(work);
  delays.disable();
  return {
    whole: performance.now() - started,
    processor: (user + system) / 1000,
    longest: delays.max / 1e6,
  };
}

let all: readonly Opening[] = [];
while (all.length === 0) all = (await catalogueInTime())?.openings ?? [];
const before = await memory();
const catalogue = newCatalogue(all);
const first = await build(catalogue);
const size = (await memory()) - before;
const [changed, ...unchanged] = all;
const again = await build(
  catalogue.next([{ ...(changed as Opening), role_name: 'Another role' }, ...unchanged]),
);

const rows = [];
const times: number[] = [];
for (const [what, texts] of Object.entries(queries)) {
  const ofKind: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, q] of texts.entries())
      for (const company_id of ['', `${(at * 7 + 3) % companies}`]) {
        const started = performance.now();
        const work = process.cpuUsage();
        await findOpenings(readSearch({ company_id, q }));
        // The first round fills the cache of reads.
        if (round === 0) continue;
        ofKind.push(performance.now() - started);
        const { user, system } = process.cpuUsage(work);
        processor.push((user + system) / 1000);
      }
  times.push(...ofKind);
  rows.push({
    search: what,
    'p50 (ms)': percentile(ofKind, 0.5).toFixed(1),
    'p99 (ms)': percentile(ofKind, 0.99).toFixed(1),
    'processor p50 (ms)': percentile(processor, 0.5).toFixed(1),
    'processor p99 (ms)': percentile(processor, 0.99).toFixed(1),
  });
}

check('a search, 20,000 openings: p50', percentile(times, 0.5), { atMost: 10 }, ' ms');
check('a search, 20,000 openings: p99', percentile(times, 0.99), { atMost: 60 }, ' ms');
printTable(rows);
printTable(
  Object.entries({ first, 'after a change of one opening': again }).map(
    ([what, { whole, processor, longest }]) => ({
      catalogue: what,
      'complete (ms)': whole.toFixed(0),
      'processor (ms)': processor.toFixed(0),
      'others wait at most (ms)': longest.toFixed(0),
      'memory (MiB)': what === 'first' ? size.toFixed(0) : '',
    }),
  ),
);
