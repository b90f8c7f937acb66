import { texts } from '#language';
import type { ApplicationField } from '#src/domain/model/application-fields.ts';
import type { Question } from '#src/domain/model/opening.ts';
import type { ApplicationSettings } from '#src/domain/model/options.ts';
import { isComplete } from '#src/domain/rules/documents/documents.ts';
import { answerField } from '#src/domain/rules/forms/application.ts';
import { fill } from '#src/language/format.ts';
import { fieldTexts } from '#src/language/messages.ts';
import type { ShownApplication } from './application-view.ts';
import type { ApplicationResult } from './form-values.ts';

export function labelOf(
  field: string,
  questions: readonly Pick<Question, 'id' | 'question'>[],
  { labels = {} }: ApplicationSettings,
) {
  const question = questions.find(({ id }) => answerField(id) === field)?.question;
  return question ?? labels[field] ?? texts().application.labels[field as ApplicationField];
}

/** Returns the messages of the invalid fields and of the questions that the submitted form did not show. */
export function errorsOf(result: ApplicationResult): Readonly<Record<string, string>> {
  if (result.status !== 'invalid') return {};
  const unseen = result.changed?.unseen ?? [];
  const found = fieldTexts(result.issues);
  return {
    ...found,
    ...Object.fromEntries(
      unseen
        .map(answerField)
        .filter((name) => !(name in found))
        .map((name) => [name, texts().application.questionChanged]),
    ),
  };
}

/** Returns the text of a link to the documents of an accepted application. */
export function documentsLabel({
  received = [],
  needed,
}: Pick<ShownApplication, 'received' | 'needed'>): string {
  const { addDocuments, seeReceipt } = texts().application;
  return isComplete(received, needed) ? seeReceipt : addDocuments;
}

/** An applicant whose browser has no upload ticket reads this. */
export const documentsByMail = (enquiries: string): string =>
  fill(texts().application.documentsByMail, { email: enquiries });

/**
 * Returns the messages of a result that leaves the form open; undefined for every other result. `enquiries` is the address
 * to write to. With `hasEarlier` the page offers the documents of this browser's application beside the messages.
 */
export function problemMessages(
  result: ApplicationResult,
  enquiries: string,
  hasEarlier = false,
): readonly string[] | undefined {
  const { application, form } = texts();
  const { kept, submit: button } = application;
  switch (result.status) {
    case 'unanswered':
      return [
        result.offline ? application.offline : application.siteSilent,
        fill(application.onlyOnce, { button }),
      ];
    case 'check-again':
      return [fill(form.check, { button }), kept];
    case 'refused': {
      const [first = '', ...others] = result.messages;
      const byMail = hasEarlier || result.afterLost ? [] : [documentsByMail(enquiries)];
      return [first, ...byMail, ...others];
    }
    case 'rejected':
    case 'failed':
    case 'lost':
      return result.messages;
    default:
      return undefined;
  }
}
