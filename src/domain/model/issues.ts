import { type FormMessageKey, fillPlaceholders, type MessageKey, messages } from './messages.ts';

/** A validation error: the name of the control, the key of the message and the values of its placeholders. */
export interface Issue<Code extends MessageKey = FormMessageKey> {
  readonly field: string;
  readonly code: Code;
  readonly params?: readonly IssueValue[] | Readonly<Record<string, IssueValue>>;
}

/** A `day` is YYYY-MM-DD. The message has the day in the form of its language. */
export type IssueValue = string | number | { readonly day: string };

/**
 * Returns the message in English, for commands and the API host. A visitor reads `issueText`
 * (src/language/messages.ts).
 */
export const issueMessage = (issue: Issue<MessageKey>): string =>
  messageOf(issue, messages, englishDay);

/** Returns the message of a table. The table is an argument, so that scripts of pages do not contain the English one. */
export function messageOf<Code extends MessageKey>(
  { code, params = [] }: Issue<Code>,
  table: Readonly<Record<Code, string>>,
  dayText: (day: string) => string,
): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? dayText(value.day) : value,
  ]);
  return fillPlaceholders(table[code], Object.fromEntries(values));
}

/** Returns a day as '3 March 2026', because the messages of the API are English. */
function englishDay(day: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const text = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', options);
  return text.replace(/^(\w+) (\d+),/, '$2 $1');
}
