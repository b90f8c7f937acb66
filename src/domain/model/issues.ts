import { formatMessage, type MessageKey } from './messages.ts';

/** A validation finding: the control's name, the message's key and the values of its placeholders. */
export interface Issue {
  readonly field: string;
  readonly code: MessageKey;
  readonly params?: readonly (string | number)[] | Readonly<Record<string, string | number>>;
}

export function issueMessage({ code, params }: Issue): string {
  return formatMessage(code, params);
}

/** A message preceded by its field's label, for error summaries. A question has no colon after its mark. */
export function messageWithLabel(label: string, message: string): string {
  return label.endsWith('?') ? `${label} ${message}` : `${label}: ${message}`;
}

/** The first issue of each field, in the given order: a field shows one message at a time. */
export function firstIssuePerField(issues: readonly Issue[]): Map<string, Issue> {
  const byField = new Map<string, Issue>();
  for (const issue of issues) if (!byField.has(issue.field)) byField.set(issue.field, issue);
  return byField;
}

/** The message of each invalid field, by the field's name, in the order found. */
export function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(
    [...firstIssuePerField(issues)].map(([field, issue]) => [field, issueMessage(issue)]),
  );
}
