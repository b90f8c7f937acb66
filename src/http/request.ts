import type { Dispatcher } from 'undici';
import { MalformedError, TransportError, type TransportReason } from './errors.ts';
import { asHostError, SourceError } from './failures.ts';
import type { HttpReply, HttpRequest, StreamedBody } from './message.ts';

/**
 * One request and its reply. A handler of our own rather than `request()`: it knows whether the first byte
 * may have left, and ends at once when aborted while still connecting, which `request()` does not.
 */
export function sendRequest(
  dispatcher: Dispatcher,
  request: HttpRequest,
  maxReplyBytes: number,
): Promise<HttpReply> {
  const { method, url, signal, limit } = request;
  const call = { method, url: url.origin + url.pathname };
  const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
  let controller: Dispatcher.DispatchController | undefined;
  let head: Omit<HttpReply, 'body'> | undefined;
  const received: Buffer[] = [];
  let receivedBytes = 0;
  let settled = false;

  const settle = (finish: () => void) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    finish();
  };
  const fail = (error: unknown) =>
    settle(() => {
      const progress = { ...call, started: controller !== undefined };
      const failure = asHostError(
        error,
        head ? { ...progress, httpStatus: head.status } : progress,
      );
      reject(failure);
      controller?.abort(failure instanceof Error ? failure : new Error('aborted'));
    });
  const end = (reason: TransportReason, cause?: unknown) =>
    fail(new TransportError(call, { reason, mayHaveArrived: controller !== undefined, cause }));
  const onAbort = () => end('aborted', signal?.reason);
  const { body, headers } = request;
  const streamed = body !== undefined && typeof body !== 'string' ? body : undefined;
  const timer = setTimeout(() => end(awaitsSource(streamed) ? 'source' : 'timeout'), limit.ms);
  const progressed = () => {
    if (limit.kind === 'idle' && !settled) timer.refresh();
  };

  if (signal?.aborted) {
    onAbort();
    return promise;
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  // undici tells this too, but only once it is connected.
  streamed?.stream.once('error', (error) => {
    if (error instanceof SourceError) fail(error);
  });

  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(streamed?.size === undefined ? {} : { 'content-length': String(streamed.size) }),
      },
      body: streamed?.stream ?? (typeof body === 'string' ? body : null),
    },
    {
      onRequestStart(started) {
        if (settled) started.abort(new Error('ended before it was sent'));
        else controller = started;
      },
      onBodySent: progressed,
      onResponseStart(_, status, replyHeaders) {
        if (status < 200) return;
        head = { status, headers: replyHeaders };
        progressed();
      },
      onResponseData(_, chunk) {
        progressed();
        receivedBytes += chunk.length;
        if (receivedBytes > maxReplyBytes) {
          const detail = `a reply of more than ${maxReplyBytes} bytes`;
          fail(new MalformedError(call, { httpStatus: head?.status ?? 0, detail }));
        } else received.push(chunk);
      },
      onResponseEnd() {
        settle(() => {
          if (head) resolve({ ...head, body: Buffer.concat(received, receivedBytes) });
          else reject(new MalformedError(call, { httpStatus: 0, detail: 'no status' }));
        });
      },
      onResponseError(_, error) {
        fail(error);
      },
    },
  );
  return promise;
}

/** Whether the body's own source is what everything waits for: undici reads it, and it gives nothing. */
function awaitsSource(body: StreamedBody | undefined): boolean {
  return body?.stream.readableFlowing === true && !body.stream.readableEnded;
}
