import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export const requestIdHeader = 'x-request-id';

const storage = new AsyncLocalStorage<string>();

/** The id is undefined outside of a request. */
export const currentRequestId = (): string | undefined => storage.getStore();

/** The mixin of the logger adds these fields to each line. The logger omits an undefined value. */
export const requestOfLine = () => ({ request: currentRequestId() });

type HeaderOf = (name: string) => string | undefined;

/** `x-request-id` (up to 128 letters, digits, `_`, `-` and `=`) comes first, then the trace id of a W3C traceparent. */
export function requestIdOf(headerOf: HeaderOf): string {
  const received = /^[\w=-]{1,128}$/.exec(headerOf(requestIdHeader) ?? '')?.[0];
  return received ?? traceIdOf(headerOf('traceparent')) ?? randomUUID();
}

export function withRequestId<Result>(headerOf: HeaderOf, handle: (id: string) => Result): Result {
  const id = requestIdOf(headerOf);
  return storage.run(id, () => handle(id));
}

const traceIdOf = (traceparent: string | undefined): string | undefined =>
  /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(traceparent ?? '')?.[1];
