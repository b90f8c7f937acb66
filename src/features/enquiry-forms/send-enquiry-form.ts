import type { EnquiryFormResponse } from '#src/domain/model/enquiry-form.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  type FormRules,
  type FormValues,
  remoteChecks,
  remoteIssue,
} from '#src/domain/rules/form-rules.ts';

/** Longer than the site's own limits for what it asks others. */
const timeoutMs = 30_000;

/**
 * Section 7, page forms: sends a form with its own method and action. Resolves with the reply, or with
 * an error in its shape where none came or none can be understood; never rejects.
 */
export async function sendEnquiryForm(form: HTMLFormElement, token: readonly [string, string]) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.append(name, value);
  if (token[1] !== '') fields.set(...token);
  const isGet = form.method === 'get';
  const address = new URL(form.action);
  if (isGet) address.search = fields.toString();
  try {
    const response = await fetch(address, {
      method: form.method.toUpperCase(),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isGet && { body: fields }),
    });
    return readReply(await response.json());
  } catch {
    return readReply(undefined);
  }
}

function readReply(body: unknown): EnquiryFormResponse {
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
 * Asks each field's remote address, by POST so that nothing personal stands in a URL. Resolves with a
 * sentence for each field that is not let pass. An address that does not answer stops nobody: the
 * server checks again.
 */
export async function validateRemotely(
  values: FormValues,
  rules: FormRules,
): Promise<Record<string, string>> {
  const answers = await Promise.all(
    remoteChecks(values, rules).map(async (question) => {
      try {
        const response = await fetch(question.address, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ [question.field]: question.value }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return response.ok ? remoteIssue(question, await response.json()) : undefined;
      } catch {
        return undefined;
      }
    }),
  );
  return Object.fromEntries(
    answers
      .filter((issue) => issue !== undefined)
      .map((issue) => [issue.field, issueMessage(issue)]),
  );
}
