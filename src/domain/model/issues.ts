import { formatMessage, type MessageKey } from './messages.ts';

/** A validation error: the name of the control, the key of the message and the values of its placeholders. */
export interface Issue {
  readonly field: string;
  readonly code: MessageKey;
  readonly params?: readonly (string | number)[] | Readonly<Record<string, string | number>>;
}

/** The results that every form has. Each form adds its own. */
export type FormResult =
  | { readonly status: 'idle' }
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] }
  /** The honeypot is filled, so the visitor is asked to submit again. */
  | { readonly status: 'check-again' }
  /** The site did not respond to the browser. */
  | { readonly status: 'unanswered'; readonly offline: boolean };

export function issueMessage({ code, params }: Issue): string {
  return formatMessage(code, params);
}

/** An error summary names the field before the message. A question ends with a mark, so no colon follows it. */
export function messageWithLabel(label: string, message: string): string {
  return label.endsWith('?') ? `${label} ${message}` : `${label}: ${message}`;
}

/** A field shows one message at a time, so only its first issue counts. */
export function firstIssuePerField(issues: readonly Issue[]): Map<string, Issue> {
  const byField = new Map<string, Issue>();
  for (const issue of issues) if (!byField.has(issue.field)) byField.set(issue.field, issue);
  return byField;
}

export function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(
    [...firstIssuePerField(issues)].map(([field, issue]) => [field, issueMessage(issue)]),
  );
}
