import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { callName, failureName } from '#src/http/errors.ts';
import { withRequestId } from '#src/http/request-id.ts';
import type { Transport } from '#src/http/transport.ts';

/** The spans are sent if `startTracing` was called. They contain no URL, file name or message of an error. */
const tracer = trace.getTracer('careers');

const statusAttribute = 'http.response.status_code';

/**
 * Gives a request an id, and a span in the trace of its `traceparent`. @param handle resolves with attributes of the
 * span
 */
export function traceRequest(
  headerOf: (name: string) => string | undefined,
  outgoing: ServerResponse | undefined,
  handle: (requestId: string) => Promise<{
    readonly method: string;
    readonly route: string;
    readonly status: number;
  }>,
): Promise<void> {
  const getter = { get: (_: unknown, name: string) => headerOf(name), keys: () => [] };
  const parent = propagation.extract(context.active(), undefined, getter);
  return withRequestId(headerOf, (id) =>
    tracer.startActiveSpan('', { kind: SpanKind.SERVER }, parent, async (span) => {
      if (outgoing && span.isRecording()) finished(outgoing, () => span.end());
      const { method, route, status } = await handle(id);
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        [statusAttribute]: status,
        'request.id': id,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      if (!outgoing) span.end();
    }),
  );
}

/** The span of a page, or of the result of a server function, ends with its last byte. */
export function traceRender(render: () => Response | Promise<Response>): Promise<Response> {
  return tracer.startActiveSpan('render', async (span) => {
    const end = () => span.end();
    let body: Response['body'] | undefined;
    try {
      const response = await render();
      ({ body } = response);
      if (!body || !span.isRecording()) return response;
      // `cancel`, which the types of the DOM lack, is called if the visitor has left or the page has failed.
      const untilEnd = { flush: end, cancel: end };
      return new Response(body.pipeThrough(new TransformStream(untilEnd)), response);
    } finally {
      if (!body) end();
    }
  });
}

/** Sends each request in a span, below which the receiver adds its own spans. */
export function traceCalls(transport: Transport): Transport {
  return {
    ...transport,
    request: (request) => {
      const { method, url } = request;
      const attributes = { 'http.request.method': method, 'server.address': url.hostname };
      const options = { kind: SpanKind.CLIENT, attributes };
      return tracer.startActiveSpan(
        `${method} ${callName(url.pathname)}`,
        options,
        async (span) => {
          const headers = { ...request.headers };
          propagation.inject(context.active(), headers);
          try {
            const response = await transport.request({ ...request, headers });
            span.setAttribute(statusAttribute, response.status);
            if (response.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
            return response;
          } catch (error) {
            span.setAttribute('error.type', failureName(error));
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw error;
          } finally {
            span.end();
          }
        },
      );
    },
  };
}
