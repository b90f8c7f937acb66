import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTracing } from '#src/telemetry/start-tracing.ts';
import { traceCalls } from '#src/telemetry/tracing.ts';
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
  const transport = traceCalls({
    async request({ headers }) {
      sent.push(headers?.traceparent);
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
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
  await send();
  await tracing.stop();
  assert.equal(collector.requests(), 5);
  assert.equal(failures.length, 2);

  const [span] = collector.spans;
  assert.equal(span?.name, 'GET findopening');
  assert.equal(sent[0], `00-${span?.traceId}-${span?.spanId}-01`);
  assert.equal(/opening\/4711|Ada/.exec(collector.text()), null);
});
