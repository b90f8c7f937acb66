import { texts } from '#language';
import { type Issue, messageOf } from '#src/domain/model/issues.ts';
import {
  fillPlaceholders,
  hostMessages,
  type MessageKey,
  messages,
} from '#src/domain/model/messages.ts';
import { dateText, fill } from './format.ts';

export const issueText = (issue: Issue): string =>
  messageOf(issue, texts().form.messages, dateText);

/** Returns the message of each invalid field, which has one issue. */
export const fieldTexts = (issues: readonly Issue[]): Record<string, string> =>
  Object.fromEntries(issues.map((issue) => [issue.field, issueText(issue)]));

/** Adds the label of a field before its message. After a question mark there is no colon. */
export const messageWithLabel = (label: string, message: string): string =>
  label.endsWith('?') ? `${label} ${message}` : fill(texts().form.labeled, { label, message });

/** Returns the messages of the specification in the current language. A browser has only some groups of them. */
export function specificationMessages(): Readonly<Record<MessageKey, string>> {
  const { application, documents, contact, search, openings, form, lightbox } = texts();
  return {
    ...application.messages,
    ...documents.messages,
    ...contact.messages,
    ...search.messages,
    ...openings.messages,
    ...form.messages,
    ...lightbox,
  };
}

/**
 * Translates a sentence of an API host, which is English, into the current language. A sentence that is neither in the
 * specification nor of our API host stays as it is.
 */
export function hostText(sentence: string): string {
  const translated: Readonly<Record<string, string>> = {
    ...texts().host,
    ...specificationMessages(),
  };
  for (const [key, template] of Object.entries({ ...hostMessages, ...messages })) {
    const values = valuesIn(sentence, template);
    if (values) return fillPlaceholders(translated[key] ?? template, values);
  }
  return sentence;
}

/** Returns the values of the placeholders with which the template becomes the sentence, by name. */
function valuesIn(sentence: string, template: string): Record<string, string> | undefined {
  const [first = '', ...parts] = template.split(/\{(\w+)\}/);
  if (!sentence.startsWith(first)) return undefined;
  const values: Record<string, string> = {};
  let start = first.length;
  for (let index = 0; index < parts.length; index += 2) {
    const [name = '', after = ''] = parts.slice(index, index + 2);
    const isLast = index + 2 === parts.length;
    const end = isLast ? sentence.length - after.length : sentence.indexOf(after, start);
    if (end < start || !sentence.startsWith(after, end)) return undefined;
    values[name] = sentence.slice(start, end);
    start = end + after.length;
  }
  return start === sentence.length ? values : undefined;
}
