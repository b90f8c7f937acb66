import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChunkedProxy {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly origin: string;
  /** Sends the next piece of the page; resolves with false when the page is complete. */
  next(): Promise<boolean>;
  stop(): Promise<void>;
}

/** After this many bytes of the body, which contain the first viewport, the rest of the page is sent as one piece. */
const slowBytes = 14_000;

/**
 * Returns a proxy that sends the pages of a site in pieces, each when `next` is called, as a browser receives them
 * over a slow connection. The first piece contains the head. Other files are sent at once.
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
      // Without any part of its body a page renders no frame to wait for.
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
