import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startMetrics } from '#cli/server/metrics.ts';
import { routeOf } from '#src/routes.ts';
import { createLogger } from '#src/telemetry/logger.ts';
import { publish } from '#src/telemetry/measurements.ts';
import { listenLocally } from '#test/support/listen-locally.ts';

async function start(t: TestContext, dataDir = '.') {
  const metrics = await startMetrics({ port: 0, host: '127.0.0.1', dataDir });
  t.after(() => metrics.close());
  const read = async (path = '/metrics') => {
    const response = await fetch(`http://127.0.0.1:${metrics.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return { ...metrics, read };
}

/** Returns the value of a line such as `name{label="x"} 1`. */
const sampleOf = (metrics: string, line: string): number | undefined => {
  const found = metrics.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

test('serves what the process publishes, and what Node measures', async (t) => {
  const { read } = await start(t);
  const url = 'http://host.example/api/findopening/4711?x=1';
  publish('call', () => ({ method: 'GET', url, durationMs: 40, outcome: '200' }));
  publish('call', () => ({ method: 'GET', url, durationMs: 9000, outcome: 'timeout' }));
  const nameless = 'http://host.example/API/4711';
  publish('call', () => ({ method: 'GET', url: nameless, durationMs: 1, outcome: '404' }));
  publish('page', () => ({ result: 'fresh' }));
  publish('page', () => ({ result: 'rendered', durationMs: 12 }));
  publish('queue', () => ({ name: 'pages', waiting: 3, running: 64 }));
  publish('work', () => ({ queue: 'mail', waiting: 2, oldestSeconds: 90, failed: 1 }));
  createLogger('info', { write() {} }).warn({ event: 'upload-refused', status: 413 });
  publish('backup', () => ({ seconds: 1_780_000_000 }));

  const { text: metrics } = await read();
  const call = 'careers_api_call_duration_seconds';
  assert.equal(sampleOf(metrics, `${call}_count{call="findopening",outcome="200"}`), 1);
  assert.equal(sampleOf(metrics, `${call}_bucket{le="5",call="findopening",outcome="timeout"}`), 0);
  assert.equal(
    sampleOf(metrics, `${call}_bucket{le="10",call="findopening",outcome="timeout"}`),
    1,
  );
  assert.equal(sampleOf(metrics, `${call}_count{call="other",outcome="404"}`), 1);
  assert.equal(sampleOf(metrics, 'careers_stored_pages_total{result="fresh"}'), 1);
  assert.equal(sampleOf(metrics, 'careers_stored_pages_total{result="rendered"}'), 1);
  assert.equal(sampleOf(metrics, 'careers_render_duration_seconds_sum'), 0.012);
  assert.equal(sampleOf(metrics, 'careers_queue_requests{queue="pages",state="waiting"}'), 3);
  assert.equal(
    sampleOf(
      metrics,
      'careers_log_events_total{event="upload-refused",level="warn",process="site"}',
    ),
    1,
  );
  assert.equal(sampleOf(metrics, 'careers_last_backup_timestamp_seconds'), 1_780_000_000);
  assert.match(metrics, /^careers_build_info\{version="[\d.]+",build="(?:[\da-f]{12}|none)"\} 1$/m);
  const work = 'careers_background_work';
  assert.equal(sampleOf(metrics, `${work}{queue="mail",state="waiting"}`), 2);
  assert.equal(sampleOf(metrics, `${work}{queue="mail",state="failed"}`), 1);
  assert.equal(sampleOf(metrics, `${work}_oldest_seconds{queue="mail"}`), 90);
  assert.ok((sampleOf(metrics, 'careers_data_dir_free_bytes') ?? 0) > 0);
  assert.ok((sampleOf(metrics, 'process_resident_memory_bytes') ?? 0) > 0);
  // In a label: a number of bytes may contain the digits.
  assert.doesNotMatch(metrics, /\{[^}]*4711/, 'no id of a visitor');
});

test('measures each request of other servers of the process, not its own', async (t) => {
  const { read } = await start(t);
  const gone = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.once('close', gone.resolve);
    if (request.url === '/contact') response.flushHeaders();
    else response.writeHead(404).end();
  });
  const at = `http://127.0.0.1:${await listenLocally(t, server)}`;

  const request = get(`${at}/contact`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(sampleOf((await read()).text, 'careers_http_requests_in_progress'), 1);
  response.on('error', () => {});
  request.destroy();
  await gone.promise;
  await (await fetch(`${at}/application/9?ref=linkedin`, { method: 'PATCH' })).text();

  const { text: metrics } = await read();
  const counted = metrics.split('\n').filter((line) => /request_duration_seconds_count/.test(line));
  const name = 'careers_http_request_duration_seconds_count';
  assert.deepEqual(counted, [
    `${name}{method="GET",route="contact",status="499"} 1`,
    `${name}{method="other",route="opening",status="404"} 1`,
  ]);
  assert.equal(sampleOf(metrics, 'careers_http_requests_in_progress'), 0);
});

test('an address elsewhere is a 404, and free space that cannot be read is left out', async (t) => {
  const { read } = await start(t, '/does/not/exist');
  assert.equal((await read('/')).status, 404);
  const { status, text: metrics } = await read();
  assert.equal(status, 200);
  assert.equal(sampleOf(metrics, 'careers_data_dir_free_bytes'), undefined);
});

test('a port in use is refused, with the reason for a site and an API host on one machine', async (t) => {
  const { port } = await start(t);
  await assert.rejects(
    startMetrics({ port, host: '127.0.0.1', dataDir: '.' }),
    /^ListenError: Port \d+ of METRICS_PORT is in use\. A site and an API host on one machine need one each: METRICS_PORT=\d+$/,
  );
});

test('requests have one of few routes', () => {
  const routes: Record<string, string> = {
    '/': 'home',
    '/?q=cook&company_id=1': 'home',
    '/application/101': 'opening',
    '/RSC/F/abc/forgetAction.txt': 'server-function',
    '/RSC/R/contact.txt': 'other',
    '/api/uploadapplicantdocument': 'upload',
    '/forms/quote': 'api',
    '/feed.rss': 'feed',
    '/readyz': 'health',
    '/assets/index-abc.js': 'file',
    '/../../etc/passwd': 'other',
    '': 'other',
  };
  for (const [target, route] of Object.entries(routes))
    assert.equal(routeOf(target).name, route, target);
});
