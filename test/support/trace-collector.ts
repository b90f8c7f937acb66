import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const anyValue = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const attributes = z
  .array(z.object({ key: z.string(), value: anyValue }))
  .transform((pairs) =>
    Object.fromEntries(
      pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? null]),
    ),
  );
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
  status: z.object({ code: z.number().default(0) }),
});
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type CollectedSpan = z.output<typeof spanSchema> & { readonly service: unknown };

/** Starts a collector of OTLP over HTTP with JSON; `text` is all that it received. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const received: string[] = [];
  let status: number | undefined = 200;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(`${request.method} ${request.url}\n${body}`);
    for (const { resource, scopeSpans } of requestSchema.parse(JSON.parse(body)).resourceSpans)
      for (const scope of scopeSpans)
        spans.push(
          ...scope.spans.map((span) => ({ ...span, service: resource.attributes['service.name'] })),
        );
    if (status === undefined) return;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests: () => received.length,
    text: () => received.join('\n'),
    /** Undefined: never. */
    respondWith(next: number | undefined) {
      status = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
