import { ReadableStream } from 'node:stream/web';
import { Agent, request } from 'undici';

interface AgentFetchOptions {
  readonly connectTimeoutMs: number;
  /** The time limit from the request's last byte to the response's headers, and between two parts of its body. */
  readonly responseTimeoutMs: number;
}

/** Unlike Node's fetch, it sends a Buffer without a copy and follows no redirects. */
export function agentFetch({ connectTimeoutMs, responseTimeoutMs }: AgentFetchOptions) {
  const dispatcher = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: responseTimeoutMs,
    bodyTimeout: responseTimeoutMs,
  });
  return async (
    url: string,
    { method, headers, body: sent }: AgentFetchRequest,
  ): Promise<Response> => {
    const {
      statusCode,
      headers: received,
      body,
    } = await request(url, {
      dispatcher,
      method,
      headers,
      body: sent === undefined || sent === '' ? null : sent,
    });
    const entries = Object.entries(received).map(([name, value]): [string, string] => [
      name,
      `${value}`,
    ]);
    const isEmpty = method === 'HEAD' || statusCode === 204 || statusCode === 304;
    if (isEmpty) await body.dump();
    // Readable.toWeb throws in an event listener if the stream is canceled while bytes arrive.
    return new Response(isEmpty ? null : (ReadableStream.from(body) as BodyInit), {
      status: statusCode,
      headers: entries,
    });
  };
}

interface AgentFetchRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body?: Buffer | string | undefined;
}
