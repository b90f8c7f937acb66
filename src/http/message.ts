import type { Readable } from 'node:stream';

/**
 * A body that is read while it is sent. `size` in bytes, where known, becomes its content-length. The stream
 * is destroyed when the exchange ends before its end; an error of its own making is a SourceError.
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
  /** `whole` bounds the call from connecting to the reply's last byte; `idle` bounds each stretch without progress. */
  readonly limit: { readonly kind: 'whole' | 'idle'; readonly ms: number };
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
