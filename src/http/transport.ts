import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { Agent, type Dispatcher } from 'undici';
import {
  type CallInfo,
  callInfo,
  MalformedError,
  TransportError,
  type TransportReason,
  toApiError,
} from './errors.ts';

/**
 * A known `size`, in bytes, becomes the content-length. The stream is destroyed if the call ends first. If its source
 * fails, it emits a RequestBodyError.
 */
export interface StreamedBody {
  readonly size?: number;
  readonly stream: Readable;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | StreamedBody;
  readonly signal?: AbortSignal | undefined;
  /** The default is 16 MiB. A longer response is a MalformedError. */
  readonly maxResponseBytes?: number | undefined;
  /** `total` limits the time from the call to the last byte of the response, `idle` each period without progress. */
  readonly timeout: { readonly kind: 'total' | 'idle'; readonly ms: number };
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer<ArrayBuffer>;
}

export interface Transport {
  /** Resolves with any complete response, whatever its status. Rejects with a TransportError or MalformedError. */
  request(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

const defaultMaxResponseBytes = 16 * 1024 * 1024;

export interface TransportOptions {
  /** The time limit of connecting, for calls without a total timeout. */
  readonly connectTimeoutMs: number;
  readonly socketPath?: string | undefined;
}

/**
 * The requests of each kind that a transport sends at once. Further requests wait, within their time limits: a server refuses
 * what is more than its backlog (511 in Node) at one instant.
 */
const concurrency = 128;

/** Uploads have no queue: they last as long as the visitor's own upload, and the site limits their number. */
interface Channel {
  readonly agent: Agent;
  readonly queue?: PQueue;
}

/**
 * Each write opens a new connection, because a write on one that the host is closing would be lost without an error
 * (decision 003).
 */
export function createTransport({ connectTimeoutMs, socketPath }: TransportOptions): Transport {
  const shared: Agent.Options = {
    connect: { timeout: connectTimeoutMs, socketPath: socketPath ?? null },
    // The request's own timeout replaces undici's two.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  };
  const queued = (options: Agent.Options): Channel => ({
    agent: new Agent({ ...shared, ...options, connections: concurrency }),
    queue: new PQueue({ concurrency }),
  });
  const reads = queued({});
  const writes = queued({ pipelining: 0 });
  const uploads: Channel = { agent: new Agent({ ...shared, pipelining: 0 }) };
  const continuing = new Set<string>();
  return {
    async request(request) {
      if (request.method !== 'GET')
        return sendRequest(typeof request.body === 'object' ? uploads : writes, request);
      const { origin } = request.url;
      if (!continuing.has(origin)) {
        try {
          return await sendRequest(reads, request);
        } catch (error) {
          if (!isUnexpectedContinue(error)) throw error;
          continuing.add(origin);
        }
      }
      return readWithNode(request, socketPath);
    },
    close: async () => {
      await Promise.all(
        [reads, writes, uploads].map(async ({ agent, queue }) => {
          await queue?.onIdle();
          await agent.close();
        }),
      );
    },
  };
}

/**
 * `dispatch()` reports whether the first byte may have been sent, and rejects at once when aborted while connecting.
 */
function sendRequest({ agent, queue }: Channel, request: HttpRequest): Promise<HttpResponse> {
  const { method, url, signal, timeout, body, headers } = request;
  const { maxResponseBytes = defaultMaxResponseBytes } = request;
  const call = callInfo(method, url);
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  let head: Omit<HttpResponse, 'body'> | undefined;
  const received: Buffer[] = [];
  let receivedBytes = 0;
  let settled = false;
  const waiting = new AbortController();
  let dispatched = false;
  const ended = Promise.withResolvers<void>();

  const settle = (finish: () => void) => {
    if (settled) return;
    settled = true;
    // undici keeps a request whose connection is not made yet, and its place in the queue with it.
    if (!dispatched) waiting.abort();
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    finish();
  };
  const fail = (error: unknown) =>
    settle(() => {
      const started = controller !== undefined;
      const httpStatus = head && { httpStatus: head.status };
      const failure = toApiError(error, { ...call, started, ...httpStatus });
      reject(failure);
      controller?.abort(failure instanceof Error ? failure : new Error('aborted'));
    });
  const failWith = (reason: TransportReason, cause?: unknown) =>
    fail(new TransportError(call, { reason, mayHaveArrived: controller !== undefined, cause }));
  const onAbort = () => failWith('aborted', signal?.reason);
  const streamed = body !== undefined && typeof body !== 'string' ? body : undefined;
  const timer = setTimeout(
    () => failWith(isWaitingForBody(streamed) ? 'source' : 'timeout'),
    timeout.ms,
  );
  const onProgress = () => {
    if (timeout.kind === 'idle' && !settled) timer.refresh();
  };

  if (signal?.aborted) {
    onAbort();
    return promise;
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  // undici reports this error too, but only after it has connected.
  streamed?.stream.once('error', fail);

  const options: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(streamed?.size === undefined ? {} : { 'content-length': String(streamed.size) }),
    },
    body: streamed?.stream ?? (typeof body === 'string' ? body : null),
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      if (settled) started.abort(new Error('canceled before it was sent'));
      else controller = started;
    },
    onBodySent: onProgress,
    onResponseStart(_, status, responseHeaders) {
      if (status < 200) return;
      head = { status, headers: responseHeaders };
      onProgress();
    },
    onResponseData(_, chunk) {
      onProgress();
      receivedBytes += chunk.length;
      if (receivedBytes > maxResponseBytes)
        fail(tooLong(call, head?.status ?? 0, maxResponseBytes));
      else received.push(chunk);
    },
    onResponseEnd() {
      ended.resolve();
      const response = head && { ...head, body: Buffer.concat(received) };
      if (response) settle(() => resolve(response));
    },
    onResponseError(_, error) {
      ended.resolve();
      fail(error);
    },
  };
  const dispatch = () => {
    dispatched = true;
    agent.dispatch(options, handler);
    return ended.promise;
  };
  if (queue) queue.add(dispatch, { signal: waiting.signal }).catch(fail);
  else dispatch();
  return promise;
}

const tooLong = (call: CallInfo, httpStatus: number, maxBytes: number) =>
  new MalformedError(call, { httpStatus, detail: `a response of more than ${maxBytes} bytes` });

/** Some proxies send `100 Continue` although the request did not ask for it. undici then closes the connection. */
const isUnexpectedContinue = (error: unknown): boolean =>
  error instanceof TransportError &&
  error.reason === 'reset' &&
  error.cause instanceof Error &&
  error.cause.message === 'bad response';

/** node:http ignores `100 Continue`. */
async function readWithNode(request: HttpRequest, socketPath?: string): Promise<HttpResponse> {
  const { url, headers, signal, timeout } = request;
  const { maxResponseBytes = defaultMaxResponseBytes } = request;
  const call = callInfo('GET', url);
  const timedOut = AbortSignal.timeout(Math.ceil(timeout.ms));
  let httpStatus: number | undefined;
  try {
    const sent = (url.protocol === 'https:' ? https : http).get(url, {
      socketPath,
      headers: { accept: 'application/json', ...headers },
      signal: signal ? AbortSignal.any([signal, timedOut]) : timedOut,
    });
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    const status = response.statusCode ?? 0;
    httpStatus = status;
    const received: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) throw tooLong(call, status, maxResponseBytes);
      received.push(chunk);
    }
    return { status, headers: response.headers, body: Buffer.concat(received) };
  } catch (error) {
    const reason = signal?.aborted ? 'aborted' : 'timeout';
    if (signal?.aborted || timedOut.aborted)
      throw new TransportError(call, { reason, mayHaveArrived: true });
    throw toApiError(error, { ...call, started: true, ...(httpStatus && { httpStatus }) });
  }
}

/** Tells whether undici is reading the body's source and the source provides no data. */
function isWaitingForBody(body: StreamedBody | undefined): boolean {
  return body?.stream.readableFlowing === true && !body.stream.readableEnded;
}
