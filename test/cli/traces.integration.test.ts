import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpanKind } from '@opentelemetry/api';
import { startSite } from '#test/support/site.ts';
import { startTraceCollector } from '#test/support/trace-collector.ts';
import { careers } from './support/run.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentSpanId = '00f067aa0ba902b7';

test('one trace leads from the request of a visitor to the API host, and has no data of persons', async (t) => {
  const collector = await startTraceCollector();
  t.after(() => collector.close());
  const site = await startSite({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin } });
  t.after(() => site.stop());
  const env = { DATA_DIR: site.dataDir };
  const [opening] = JSON.parse((await careers(['list', '--json'], { env })).stdout);
  const page = await fetch(`${site.origin}/application/${opening.id}?ref=staff&q=Ada`, {
    headers: { traceparent: `00-${traceId}-${parentSpanId}-01`, 'x-request-id': 'a-visit' },
  });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<\/html>/);
  const link = await fetch(`${site.origin}/my-application/${'secret'.repeat(7)}a`);
  assert.equal(link.status, 404);
  await link.text();
  const submitted = await careers(
    ['submit', 'fixtures/applications/ngozi-eze.json', '--journal', site.dataDir],
    { env },
  );
  assert.equal(submitted.code, 0, submitted.stderr);
  assert.equal(await site.stop(), 0);

  const spans = collector.spans.filter((span) => span.traceId === traceId);
  const of = (service: string, kind: SpanKind) =>
    // OTLP counts kinds from 1.
    spans.filter((span) => span.service === service && span.kind === kind + 1);
  const [request] = of('careers-site', SpanKind.SERVER);
  assert.equal(request?.name, 'GET opening');
  assert.equal(request.parentSpanId, parentSpanId);
  assert.deepEqual(request.attributes, {
    'http.request.method': 'GET',
    'http.route': 'opening',
    'http.response.status_code': 200,
    'request.id': 'a-visit',
  });
  const [render] = of('careers-site', SpanKind.INTERNAL);
  assert.equal(render?.name, 'render');
  assert.equal(render.parentSpanId, request.spanId);
  const call = of('careers-site', SpanKind.CLIENT).find(({ name }) => name === 'GET findopening');
  assert.equal(call?.parentSpanId, render.spanId);
  const handled = of('careers-api-host', SpanKind.SERVER).find(
    (span) => span.parentSpanId === call.spanId,
  );
  assert.equal(handled?.name, 'GET /api/findopening/:id');
  assert.equal(handled.attributes['request.id'], 'a-visit');

  const names = new Set(collector.spans.map(({ name }) => name));
  assert.ok(names.has('POST /api/uploadapplicantdocument'), [...names].join(', '));
  assert.ok(names.has('GET /api/validatecandidate'));
  assert.equal(/Ada|secret|Ngozi|@|\.pdf/.exec(collector.text()), null);
});
