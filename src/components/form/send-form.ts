import { texts } from '#language';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';

/** In milliseconds. Longer than the site's time limits for its calls to other servers. */
export const formTimeoutMs = 30_000;

/**
 * Section 7, page forms. Rejects when the form may have arrived: without a response in time, or after a response that
 * cannot be read and is no refusal.
 * @param options `refused` is the message of a refusal that cannot be read
 */
export async function sendForm(
  data: FormData,
  { method, action, enctype }: Pick<HTMLFormElement, 'method' | 'action' | 'enctype'>,
  { timeoutMs = formTimeoutMs, refused = texts().form.messages.unspecified } = {},
): Promise<FormAnswer> {
  const fields = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') fields.append(name, value);
  const address = new URL(action);
  if (method === 'get') address.search = fields.toString();
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(method !== 'get' && { body: enctype === 'multipart/form-data' ? data : fields }),
  });
  const httpStatus = response.status;
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('result' in body) || !('message' in body)) {
    const isRefused = httpStatus === 503 || /^4/.test(String(httpStatus));
    if (isRefused) return { httpStatus, result: 'error', message: refused };
    throw new TypeError('The response has no result and message');
  }
  return {
    ...body,
    httpStatus,
    result: String(body.result),
    message: String(body.message),
    ...('fields' in body && { fields: textsOf(body.fields) }),
    ...('values' in body && { values: textsOf(body.values) }),
  };
}

function textsOf(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}
