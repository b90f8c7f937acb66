import { texts } from '#language';
import type { EnquiryFormResponse } from '#src/domain/model/enquiry-form.ts';
import {
  type FormRules,
  type FormValues,
  remoteChecks,
  remoteIssue,
} from '#src/domain/rules/forms/form-rules.ts';
import { fieldTexts } from '#src/language/messages.ts';

/** This is longer than the site's own time limits for its calls to other servers. */
const timeoutMs = 30_000;

/**
 * Section 7, page forms. Rejects when the message may have arrived: without a response in time, or after a response
 * that cannot be read and is no refusal.
 */
export async function sendEnquiryForm(
  data: FormData,
  { method, action }: Pick<HTMLFormElement, 'method' | 'action'>,
): Promise<EnquiryFormResponse> {
  const fields = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') fields.append(name, value);
  const address = new URL(action);
  if (method === 'get') address.search = fields.toString();
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(method !== 'get' && { body: fields }),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('result' in body) || !('message' in body)) {
    const isRefused = response.status === 503 || /^4/.test(String(response.status));
    if (isRefused) return { result: 'error', message: texts().form.messages.unspecified };
    throw new TypeError('The response has no result and message');
  }
  const fieldErrors = 'fields' in body ? textsOf(body.fields) : {};
  return { result: String(body.result), message: String(body.message), fields: fieldErrors };
}

function textsOf(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

/**
 * A POST keeps personal data out of URLs. An address that does not respond, or responds with an error, refuses nothing:
 * the server validates again.
 */
export async function validateRemotely(
  values: FormValues,
  rules: FormRules,
): Promise<Record<string, string>> {
  const issues = await Promise.all(
    remoteChecks(values, rules).map(async (check) => {
      try {
        const response = await fetch(check.address, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ [check.field]: check.value }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return response.ok ? remoteIssue(check, await response.json()) : undefined;
      } catch {
        return undefined;
      }
    }),
  );
  return fieldTexts(issues.filter((issue) => issue !== undefined));
}
