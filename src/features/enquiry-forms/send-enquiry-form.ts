import type { EnquiryFormResponse } from '#src/domain/model/enquiry-form.ts';
import { fieldMessages } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  type FormRules,
  type FormValues,
  remoteChecks,
  remoteIssue,
} from '#src/domain/rules/form-rules.ts';

/** Longer than the site's own time limits for its calls to other servers. */
const timeoutMs = 30_000;

/**
 * Section 7, page forms: sends the fields of a form with its method to its action. Resolves with
 * the response, or with an error in the same shape if there is none or it cannot be parsed; never
 * rejects.
 */
export async function sendEnquiryForm(
  data: FormData,
  { method, action }: Pick<HTMLFormElement, 'method' | 'action'>,
): Promise<EnquiryFormResponse> {
  const fields = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') fields.append(name, value);
  const address = new URL(action);
  if (method === 'get') address.search = fields.toString();
  try {
    const response = await fetch(address, {
      method: method.toUpperCase(),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(method !== 'get' && { body: fields }),
    });
    return parseReply(await response.json());
  } catch {
    return parseReply(undefined);
  }
}

function parseReply(body: unknown): EnquiryFormResponse {
  if (typeof body === 'object' && body !== null && 'result' in body && 'message' in body) {
    const { result, message } = body;
    const fields = 'fields' in body ? textsOf(body.fields) : {};
    return { result: String(result), message: String(message), fields };
  }
  return { result: 'error', message: messages.processingFailed };
}

function textsOf(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

/**
 * Checks values at the remote addresses of their rules, by POST so that no personal data is in a URL.
 * Resolves with a message for each refused field. An address that fails refuses nothing: the server
 * validates again.
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
  return fieldMessages(issues.filter((issue) => issue !== undefined));
}
