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
 * A body that is streamed. A known `size`, in bytes, becomes the content-length. If the call ends first, the stream is
 * destroyed. If the source of the stream fails, the stream emits a RequestBodyError.
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

interface TransportOptions {
  /** The time limit of connecting, for calls without a total timeout. */
  readonly connectTimeoutMs: number;
  readonly socketPath?: string | undefined;
}

/**
 * The number of requests of each kind that a transport sends at the same time. Further requests wait, within their time
 * limits, because a server refuses connections beyond its backlog (511 in Node).
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
    // The timeout of the request replaces the two timeouts of undici.
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
        return new Exchange(request).send(streamedBody(request) ? uploads : writes);
      const { origin } = request.url;
      if (!continuing.has(origin)) {
        try {
          return await new Exchange(request).send(reads);
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

/** One request, which undici sends, and its response. */
class Exchange {
  readonly #request: HttpRequest;
  readonly #call: CallInfo;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new AbortController();
  readonly #result = Promise.withResolvers<HttpResponse>();
  /** Resolves when undici no longer has the request. */
  readonly #ended = Promise.withResolvers<void>();
  readonly #received: Buffer[] = [];
  #receivedBytes = 0;
  #head: Omit<HttpResponse, 'body'> | undefined;
  #isDispatched = false;
  /** Set once the first byte may have been sent. */
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;

  constructor(request: HttpRequest) {
    this.#request = request;
    this.#call = callInfo(request.method, request.url);
    const body = streamedBody(request);
    this.#timer = setTimeout(
      () => this.#failWith(isWaitingForBody(body) ? 'source' : 'timeout'),
      request.timeout.ms,
    );
    request.signal?.addEventListener('abort', this.#onAbort, { once: true });
    // undici reports this error too, but only after it has connected.
    body?.stream.once('error', this.#fail);
  }

  send({ agent, queue }: Channel): Promise<HttpResponse> {
    // Unlike `request`, it reports whether the first byte may have been sent, and ends at once when aborted.
    const dispatch = () => {
      this.#isDispatched = true;
      agent.dispatch(dispatchOptions(this.#request), this.#handler);
      return this.#ended.promise;
    };
    if (this.#request.signal?.aborted) this.#onAbort();
    else if (queue) queue.add(dispatch, { signal: this.#waiting.signal }).catch(this.#fail);
    else dispatch();
    return this.#result.promise;
  }

  /** Returns false if the call has a result already. */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    // undici keeps a request until it is connected, and with it its place in the queue, so the wait is aborted here.
    if (!this.#isDispatched) this.#waiting.abort();
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  readonly #fail = (error: unknown): void => {
    if (!this.#settle()) return;
    const started = this.#controller !== undefined;
    const httpStatus = this.#head && { httpStatus: this.#head.status };
    const failure = toApiError(error, { ...this.#call, started, ...httpStatus });
    this.#result.reject(failure);
    this.#controller?.abort(failure instanceof Error ? failure : new Error('aborted'));
  };

  #failWith(reason: TransportReason, cause?: unknown): void {
    const mayHaveArrived = this.#controller !== undefined;
    this.#fail(new TransportError(this.#call, { reason, mayHaveArrived, cause }));
  }

  readonly #onAbort = (): void => this.#failWith('aborted', this.#request.signal?.reason);

  #onProgress(): void {
    if (this.#request.timeout.kind === 'idle' && !this.#isSettled) this.#timer.refresh();
  }

  readonly #handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      if (this.#isSettled) controller.abort(new Error('canceled before it was sent'));
      else this.#controller = controller;
    },
    onBodySent: () => this.#onProgress(),
    onResponseStart: (_, status, headers) => {
      if (status < 200) return;
      this.#head = { status, headers };
      this.#onProgress();
    },
    onResponseData: (_, chunk) => {
      this.#onProgress();
      this.#receivedBytes += chunk.length;
      const { maxResponseBytes = defaultMaxResponseBytes } = this.#request;
      if (this.#receivedBytes > maxResponseBytes)
        this.#fail(tooLong(this.#call, this.#head?.status ?? 0, maxResponseBytes));
      else this.#received.push(chunk);
    },
    onResponseEnd: () => {
      this.#ended.resolve();
      if (this.#head && this.#settle())
        this.#result.resolve({ ...this.#head, body: Buffer.concat(this.#received) });
    },
    onResponseError: (_, error) => {
      this.#ended.resolve();
      this.#fail(error);
    },
  };
}

const streamedBody = ({ body }: HttpRequest): StreamedBody | undefined =>
  typeof body === 'object' ? body : undefined;

function dispatchOptions(request: HttpRequest): Dispatcher.DispatchOptions {
  const { method, url, headers, body } = request;
  const streamed = streamedBody(request);
  return {
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
const isWaitingForBody = (body: StreamedBody | undefined): boolean =>
  body?.stream.readableFlowing === true && !body.stream.readableEnded;
