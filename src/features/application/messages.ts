import { texts } from '#language';
import type { ApplicationField } from '#src/domain/model/application-fields.ts';
import type { Question } from '#src/domain/model/opening.ts';
import { answerField } from '#src/domain/rules/forms/application.ts';
import { fill } from '#src/language/format.ts';
import type { ApplicationAnswer } from './form-values.ts';

export function labelOf(field: string, questions: readonly Pick<Question, 'id' | 'question'>[]) {
  const question = questions.find(({ id }) => answerField(id) === field)?.question;
  return question ?? texts().application.labels[field as ApplicationField];
}

/** The message for an applicant whose browser has no upload ticket. */
export const documentsByMail = (enquiries: string): string =>
  fill(texts().application.documentsByMail, { email: enquiries });

export function noAnswerText(): string {
  const { offline, siteSilent, onlyOnce, submit: button } = texts().application;
  return [navigator.onLine ? siteSilent : offline, fill(onlyOnce, { button })].join('\n');
}

/**
 * Returns the paragraphs of a refusal that is about no field. `enquiries` is the address to write to. With `hasEarlier`
 * the page itself offers the documents of this browser's application.
 */
export function problemOf(
  answer: ApplicationAnswer | undefined,
  enquiries: string,
  hasEarlier = false,
): readonly string[] | undefined {
  if (answer?.result !== 'error' || answer.fields) return undefined;
  const [first = '', ...others] = answer.message.split('\n');
  const isElsewhere = hasApplied(answer) && !hasEarlier && !answer.afterLost;
  return [first, ...(isElsewhere ? [documentsByMail(enquiries)] : []), ...others];
}

/** The API host has an application of this person. */
export const hasApplied = (answer: ApplicationAnswer | undefined): boolean =>
  answer?.httpStatus === 409;
