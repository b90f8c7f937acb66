import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { defaultResponses } from './default-responses.ts';
import type { Reply } from './host-replies.ts';
import { type RecordedCall, readBody } from './recorded-call.ts';

export type { Reply } from './host-replies.ts';
export * as replies from './host-replies.ts';
export type { RecordedCall } from './recorded-call.ts';

/**
 * An API host on a real socket whose responses a test scripts call by call, and which records its requests:
 *
 *     await using host = await startScriptedHost();
 *     host.next('applyjobposting', replies.resetAfterReading());   // the next such call
 *     host.always('openingsall', replies.http(503));               // every such call from now on
 *     … run something against host.origin …
 *     assert.equal(host.callsTo('applyjobposting').length, 1);
 *
 * A call without a scripted reply gets a default response (default-responses.ts): four openings, two
 * companies, every write accepted, a candidate who applied before refused.
 */
export interface ScriptedHost extends AsyncDisposable {
  readonly origin: string;
  /** Every call, in the order in which their headers arrived. */
  readonly calls: readonly RecordedCall[];
  callsTo(name: string): RecordedCall[];
  /** Queues replies for the next calls of this name, one for each call; they precede `always`. */
  next(name: string, ...replies: readonly Reply[]): void;
  /** Sets the reply to every further call of this name; without `reply`, restores the default response. */
  always(name: string, reply?: Reply): void;
  /** Resolves with the nth call (from 1) of this name when its headers, or its whole body, have arrived. */
  called(name: string, nth?: number, until?: 'headers' | 'body'): Promise<RecordedCall>;
  /** Removes all scripted replies and recorded calls, for the next test that shares the host. */
  reset(): void;
  /** Removes the stored applicants and their ids too, for the next file that shares the host. */
  forget(): void;
  /** The number of open connections, and of those opened since the start. */
  readonly connections: { readonly open: number; readonly opened: number };
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  /** Closes the port and every connection; later connections are refused. */
  stop(): Promise<void>;
  /** Listens again on the same port and keeps the stored applicants. */
  restart(): Promise<void>;
}

export async function startScriptedHost(): Promise<ScriptedHost> {
  const calls: RecordedCall[] = [];
  const queued = new Map<string, Reply[]>();
  const standing = new Map<string, Reply>();
  let otherwise = defaultResponses();
  const news = new EventEmitter().setMaxListeners(0);
  const sockets = new Set<Socket>();
  let opened = 0;

  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const call = recordOf(request, response);
    calls.push(call);
    news.emit('news');
    request.on('data', (chunk: Buffer) => {
      call.bytes += chunk.length;
    });
    const scripted = queued.get(call.name)?.shift() ?? standing.get(call.name);
    void serve(request, response, call, scripted ?? otherwise).finally(() => news.emit('news'));
  });
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    opened += 1;
    sockets.add(
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          news.emit('news');
        }),
    );
  });
  const port = await listen(server, 0);

  const callsTo = (name: string) => calls.filter((call) => call.name === name);
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    callsTo,
    next: (name, ...replies) => {
      queued.set(name, [...(queued.get(name) ?? []), ...replies]);
    },
    always: (name, reply) => {
      if (reply) standing.set(name, reply);
      else standing.delete(name);
    },
    called: async (name, nth = 1, until = 'body') => {
      for (;;) {
        const call = callsTo(name)[nth - 1];
        if (call && (until === 'headers' || call.complete)) return call;
        await once(news, 'news');
      }
    },
    reset: () => {
      queued.clear();
      standing.clear();
      calls.length = 0;
    },
    forget: () => {
      otherwise = defaultResponses();
    },
    get connections() {
      return { open: sockets.size, opened };
    },
    idle: async () => {
      while (sockets.size > 0) await once(news, 'news');
    },
    stop,
    restart: async () => {
      if (!server.listening) await listen(server, port);
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function listen(server: http.Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function recordOf(request: http.IncomingMessage, response: http.ServerResponse): RecordedCall {
  const url = new URL(request.url ?? '/', 'http://host');
  return {
    method: request.method ?? '',
    name: url.pathname.split('/')[2] ?? '',
    path: decodeURIComponent(url.pathname),
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    bytes: 0,
    complete: false,
    parts: [],
    gone: new Promise((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve();
      });
    }),
  };
}

/** Reads the part of the body that the reply requires, then sends the reply. */
async function serve(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  call: RecordedCall,
  reply: Reply | ((call: RecordedCall) => Reply),
): Promise<void> {
  request.on('error', () => {});
  if (typeof reply === 'function' || reply.after === 'body') {
    await readBody(request, call).catch(() => {});
    if (!call.complete) return;
    (typeof reply === 'function' ? reply(call) : reply).respond({ request, response, call });
    return;
  }
  await readBytes(request, call, reply.after);
  reply.respond({ request, response, call });
}

/** Reads until `wanted` bytes have arrived or the body has ended; the rest stays unread. */
function readBytes(request: http.IncomingMessage, call: RecordedCall, wanted: number) {
  return new Promise<void>((resolve) => {
    const check = () => {
      if (call.bytes < wanted && !request.readableEnded && !request.destroyed) return;
      request.pause().off('data', check).off('end', check).off('close', check);
      resolve();
    };
    request.on('data', check).on('end', check).on('close', check);
    check();
  });
}
