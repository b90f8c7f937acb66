import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChunkedProxy {
  /** `http://127.0.0.1:<port>`, no slash at the end. */
  readonly origin: string;
  /** Lets the next piece of the page go out; resolves with false when the page is whole. */
  next(): Promise<boolean>;
  stop(): Promise<void>;
}

/** What is seen first lies in as many bytes; the rest of a page is one piece. */
const slowBytes = 14_000;

/**
 * Stands before a site and hands its pages out piece by piece, each when it is told: what a browser sees
 * whose line or processor is slow. The first piece holds the head; what is no page goes through at once.
 * @param size of a piece, in bytes
 */
export async function startChunkedProxy(site: string, size: number): Promise<ChunkedProxy> {
  let waiting = Promise.withResolvers<() => boolean>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', site), { redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name),
      ),
    );
    response.writeHead(answer.status, headers);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) {
      response.end(body);
      return;
    }
    const start = body.indexOf('<body');
    let sent = 0;
    waiting.resolve(() => {
      // Without any of its body a page draws no frame one could wait for.
      const end = sent < start + slowBytes ? Math.max(start, sent) + size : body.length;
      response.write(body.subarray(sent, end));
      sent = end;
      if (sent < body.length) return true;
      response.end();
      waiting = Promise.withResolvers();
      return false;
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: async () => (await waiting.promise)(),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
