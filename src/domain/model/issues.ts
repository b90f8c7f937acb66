import { fillPlaceholders, type MessageKey, messages } from './messages.ts';

/** A validation error: the name of the control, the key of the message and the values of its placeholders. */
export interface Issue {
  readonly field: string;
  readonly code: MessageKey;
  readonly params?: readonly IssueValue[] | Readonly<Record<string, IssueValue>>;
}

/** A `day` is YYYY-MM-DD; the message has it in the form of its language. */
export type IssueValue = string | number | { readonly day: string };

/** The results that every form has. Each form adds its own. */
export type FormResult =
  | { readonly status: 'idle' }
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] }
  /** The honeypot is filled, so the visitor is asked to submit again. */
  | { readonly status: 'check-again' }
  /** The site did not respond to the browser. */
  | { readonly status: 'unanswered'; readonly offline: boolean };

/** The default is English, for commands and the API host. A visitor reads `issueText` (src/language/messages.ts). */
export function issueMessage(
  { code, params = [] }: Issue,
  table: Readonly<Record<MessageKey, string>> = messages,
  dayText = englishDay,
): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? dayText(value.day) : value,
  ]);
  return fillPlaceholders(table[code], Object.fromEntries(values));
}

const englishDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A field shows one message at a time, so only its first issue counts. */
export function firstIssuePerField(issues: readonly Issue[]): Map<string, Issue> {
  const byField = new Map<string, Issue>();
  for (const issue of issues) if (!byField.has(issue.field)) byField.set(issue.field, issue);
  return byField;
}
