import type { IncomingMessage } from 'node:http';
import { hostMessages, Refusal } from './replies.ts';

/** What a JSON call may weigh: the longest letter and twenty long answers, every character escaped. */
const maxJsonBytes = 1024 * 1024;
const defaultDeadlineMs = 30_000;

/**
 * The JSON body of a request, read no further than its cap and for no longer than its deadline.
 * @throws Refusal 400 not JSON, 408 too slow, 413 too large, 415 not declared as JSON
 */
export async function readJson(
  incoming: IncomingMessage,
  {
    maxBytes = maxJsonBytes,
    deadlineMs = defaultDeadlineMs,
  }: { readonly maxBytes?: number; readonly deadlineMs?: number } = {},
): Promise<unknown> {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(incoming.headers['content-type'] ?? ''))
    throw new Refusal(415, hostMessages.notJson);
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes)
    throw new Refusal(413, hostMessages.bodyTooLarge);

  const bytes = await readAll(incoming, maxBytes, deadlineMs);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, hostMessages.notJson);
  }
}

function readAll(incoming: IncomingMessage, maxBytes: number, deadlineMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: () => void) => {
      clearTimeout(deadline);
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      incoming.pause();
      outcome();
    };
    const fail = (error: Error) => settle(() => reject(error));
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return fail(new Refusal(413, hostMessages.bodyTooLarge));
      chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks)));
    // Nobody is left to read the answer; it only has to end the request.
    const onGone = () => fail(new Refusal(400, hostMessages.notUnderstood));
    const deadline = setTimeout(() => fail(new Refusal(408, hostMessages.bodyTooSlow)), deadlineMs);
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
