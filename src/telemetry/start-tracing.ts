import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import pTimeout from 'p-timeout';

/** The time for sending the last spans at a stop. */
const flushMs = 1000;

/**
 * Spans are sent in the background. Spans that the collector does not accept are dropped. Load this module only if
 * traces are sent. @param onFailure called at the first failure, and again only after the collector has accepted spans
 */
export function startTracing(
  { endpoint, service }: { readonly endpoint: string; readonly service: string },
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  let isFailing = false;
  const reported: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== ExportResultCode.SUCCESS;
        if (failed && !isFailing) onFailure(error);
        isFailing = failed;
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reported })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: () => pTimeout(provider.shutdown(), { milliseconds: flushMs, fallback: () => {} }),
  };
}
