import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpanStatusCode } from '@opentelemetry/api';
import { startTracing } from '#src/telemetry/start-tracing.ts';
import { traceCalls, traceRequest } from '#src/telemetry/tracing.ts';
import { eventually } from '#test/api-host/support/upload.ts';
import { startTraceCollector } from '#test/support/trace-collector.ts';

/** As many spans as are sent without a delay. */
const batch = 512;

test('a collector that refuses or hangs disturbs no call, and is reported once until it takes spans', async (t) => {
  const collector = await startTraceCollector();
  t.after(() => collector.close());
  const failures: unknown[] = [];
  const tracing = startTracing({ endpoint: collector.origin, service: 'test' }, (error) =>
    failures.push(error),
  );
  const sent: (string | undefined)[] = [];
  let answer = 200;
  const transport = traceCalls({
    async request({ headers }) {
      sent.push(headers?.traceparent);
      return { status: answer, headers: {}, body: Buffer.alloc(0) };
    },
    async close() {},
  });
  const url = new URL('http://host.example/api/findopening/4711?name=Ada');
  const timeout = { kind: 'total', ms: 1000 } as const;
  const send = () => transport.request({ method: 'GET', url, timeout });

  for (const [at, { status, failed }] of [
    { status: 400, failed: 1 },
    { status: 404, failed: 1 },
    { status: 200, failed: 1 },
    { status: 400, failed: 2 },
  ].entries()) {
    collector.respondWith(status);
    for (let count = 0; count < batch; count += 1) assert.equal((await send()).status, 200);
    await eventually(async () => collector.requests() === at + 1);
    await eventually(async () => failures.length === failed);
  }
  collector.respondWith(undefined);
  for (answer of [399, 400]) await send();
  for (const status of [499, 500])
    await traceRequest(
      () => undefined,
      undefined,
      async () => ({ method: 'GET', route: 'home', status }),
    );
  await tracing.stop();
  assert.equal(collector.requests(), 5);
  assert.equal(failures.length, 2);

  const [span] = collector.spans;
  assert.equal(span?.name, 'GET findopening');
  assert.equal(sent[0], `00-${span?.traceId}-${span?.spanId}-01`);
  const ends = collector.spans
    .slice(-4)
    .map(({ name, attributes, status }) => [
      name,
      attributes['http.response.status_code'],
      status.code === SpanStatusCode.ERROR,
    ]);
  assert.deepEqual(ends, [
    ['GET findopening', 399, false],
    ['GET findopening', 400, true],
    ['GET home', 499, false],
    ['GET home', 500, true],
  ]);
  assert.equal(/opening\/4711|Ada/.exec(collector.text()), null);
});
