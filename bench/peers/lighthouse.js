/**
 * `node lighthouse.js ORIGIN RUNS PATH…` runs Lighthouse on its phone profile and prints a JSON line for each run.
 * Chromium is at CHROMIUM_PATH, or at /usr/bin/chromium.
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [origin, runs, ...paths] = process.argv.slice(2);
const flags =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync';
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromeFlags: flags.split(' '),
  logLevel: 'silent',
});
/** Chromium sometimes reports no paint on a busy machine. That run is repeated. */
let repeats = 5;
for (const path of paths)
  for (let run = 0; run < Number(runs); run++) {
    await fetch(origin + path).then((response) => response.text());
    const result = await lighthouse(origin + path, { port: chrome.port, logLevel: 'silent' });
    const { audits, categories } = result.lhr;
    if (!audits.metrics.details && repeats-- > 0) {
      run--;
      continue;
    }
    const requests = audits['network-requests'].details?.items ?? [];
    const load = audits.metrics.details?.items[0]?.observedLoad ?? Number.NaN;
    const bytesOf = (type) =>
      requests
        .filter(({ resourceType }) => type === undefined || resourceType === type)
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
    const score = (name) => Math.round((categories[name].score ?? 0) * 100);
    const figures = {
      path,
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      seo: score('seo'),
      fcp: audits['first-contentful-paint'].numericValue,
      lcp: audits['largest-contentful-paint'].numericValue,
      requests: requests.filter(({ networkRequestTime }) => networkRequestTime <= load).length,
      tbt: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
      script: bytesOf('Script'),
      bytes: bytesOf(),
      failed: Object.values(categories)
        .flatMap(({ id, auditRefs }) => (id === 'performance' ? [] : auditRefs))
        .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1)
        .map(({ id }) => id),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }
await chrome.kill();
