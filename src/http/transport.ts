import { Agent } from 'undici';
import type { HttpReply, HttpRequest } from './message.ts';
import { sendRequest } from './request.ts';

export interface Transport {
  /** Resolves with any complete reply whatever its status; rejects with a TransportError or a MalformedError. */
  send(request: HttpRequest): Promise<HttpReply>;
  /** Calls under way may finish; new ones fail. */
  close(): Promise<void>;
}

const defaultMaxReplyBytes = 16 * 1024 * 1024;

/**
 * HTTP/1.1 over undici. Reads share connections that are kept open; every write gets a fresh one, since a
 * kept connection the host is just closing would lose it without a trace (docs/decisions/050).
 * `connectTimeoutMs` bounds connecting alone, for calls without a limit on the whole.
 */
export function createTransport(options: {
  readonly connectTimeoutMs: number;
  readonly maxReplyBytes?: number;
}): Transport {
  const maxReplyBytes = options.maxReplyBytes ?? defaultMaxReplyBytes;
  const shared: Agent.Options = {
    connect: { timeout: options.connectTimeoutMs },
    // One limit, ours: undici's own are coarse and would add up.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  };
  const kept = new Agent({ ...shared, connections: 128 });
  const fresh = new Agent({ ...shared, pipelining: 0 });
  return {
    send: (request) => sendRequest(request.method === 'GET' ? kept : fresh, request, maxReplyBytes),
    close: async () => {
      await Promise.all([kept.close(), fresh.close()]);
    },
  };
}
