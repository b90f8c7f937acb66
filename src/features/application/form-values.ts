import type { Application } from '#src/domain/model/application.ts';
import {
  type ApplicationField,
  applicationFieldNames,
} from '#src/domain/model/application-fields.ts';
import type { ApplicationSettings } from '#src/domain/model/application-options.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import type { Question } from '#src/domain/model/opening.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { answerField, educationOf } from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { isBlankHtml } from '#src/domain/rules/text/blank-html.ts';
import { enteredText } from '#src/domain/rules/text/text.ts';
import { isHtmlFragment, textToHtml } from '#src/html/text-to-html.ts';

export interface FormOpening {
  readonly id: string;
  readonly company_id: string;
  /** The company under whose name the device keeps the sent values. */
  readonly company: string;
  readonly questions: readonly Question[];
  /** The language of the questions, if it is not that of the page. */
  readonly lang?: string;
}

/** An accepted application, as the page shows it. Without an upload ticket the browser has no status. */
export interface AcceptedApplication extends Partial<SubmissionStatus> {
  readonly applicantId: string;
  /** A sentence for the case that the mail about the application will be late. */
  readonly mailNotice?: string | undefined;
}

/** The answer to the form. It has no `values` if the application was accepted before. */
export interface ApplicationAnswer extends FormAnswer {
  readonly accepted?: AcceptedApplication;
  /** The opening's questions, if the form showed others. */
  readonly questions?: readonly Question[];
  /** The API host has an application of this person, and the response to an earlier attempt was lost. */
  readonly afterLost?: boolean | undefined;
}

/** The controls that are no fields of the API. Fields of the API have the API's names (contract). */
export const formNames = {
  opening: 'joblistingid',
  /** A random key that identifies the application until it is accepted. The device's tabs share it. */
  key: 'form_key',
  /** The value is 'html' if the editor wrote the letter, 'text' if the text area did. */
  letterFormat: 'cover_letter_format',
  questions: 'questions_shown',
  intent: 'intent',
} as const;

type LetterFormat = 'text' | 'html';

/** Above the limit of every field, so that validation reports the length and nothing is cut. */
const maxReadLength = maxLength.cover_letter * 4;

const textOf = (data: FormData, name: string): string =>
  enteredText(data, name).slice(0, maxReadLength);

const formatOf = (format: string | undefined): LetterFormat =>
  format === 'html' ? 'html' : 'text';

/** Returns the entered values by control name, with the answers and the questions that the form has. */
export function readValues(data: FormData): FormValues {
  const answers = [...data.keys()].filter((name) => /^answers\[.+\]$/.test(name));
  return Object.fromEntries([
    ...[...applicationFieldNames, ...answers].map((name) => [name, textOf(data, name)]),
    [formNames.letterFormat, formatOf(textOf(data, formNames.letterFormat))],
    [formNames.questions, String(data.get(formNames.questions) ?? '').slice(0, maxReadLength)],
  ]);
}

/** Returns the values of an untouched form. `referrer` preselects 'How you found us'. */
export const defaultValues = (
  opening: FormOpening,
  referrer: string | undefined,
  settings: ApplicationSettings,
): FormValues => ({
  ...readValues(new FormData()),
  [formNames.questions]: shownQuestions(opening.questions),
  ...Object.fromEntries(opening.questions.map(({ id }) => [answerField(id), ''])),
  education: educationOf('', settings)?.name ?? '',
  referrer: referrer ?? '',
});

/** Returns the questions with the fields that the form shows: other fields of an API host are not sent to browsers. */
export const formQuestions = (questions: readonly Question[]): readonly Question[] =>
  questions.map(({ id, question, required }) => ({ id, question, required }));

const shownQuestion = ({ id, question }: Question): string => JSON.stringify([id, question]);

export const shownQuestions = (questions: readonly Question[]): string =>
  `[${questions.map(shownQuestion).join(',')}]`;

/**
 * Returns the ids of questions that were changed after the page was opened. Returns undefined if the form showed the
 * current questions, or does not state its questions.
 */
export function unseenQuestions(data: FormData, questions: readonly Question[]) {
  const shown = data.get(formNames.questions);
  if (typeof shown !== 'string' || shown === shownQuestions(questions)) return undefined;
  return questions.filter((each) => !shown.includes(shownQuestion(each))).map(({ id }) => id);
}

/** The ids of company and opening come from the opening, not from the form. */
export function toApplication(
  values: FormValues,
  opening: Pick<FormOpening, 'id' | 'company_id' | 'questions'>,
): Application {
  const fields = Object.fromEntries(
    applicationFieldNames.map((name) => [name, values[name] ?? '']),
  ) as Record<ApplicationField, string>;
  return {
    ...fields,
    cover_letter: letterHtml(fields.cover_letter, formatOf(values[formNames.letterFormat])),
    company_id: opening.company_id,
    joblistingid: opening.id,
    document_id: '',
    answers: Object.fromEntries(
      opening.questions.map(({ id }) => [id, values[answerField(id)] ?? '']),
    ),
  };
}

/**
 * Returns the letter as one HTML string (section 3): the editor's HTML unchanged, plain text as paragraphs. Programs that
 * use the API's field names without this form send HTML in a text field. The result is not sanitized; the server does that
 * (src/html/sanitizer.ts).
 */
export function letterHtml(value: string, format: LetterFormat): string {
  return format === 'html' || isHtmlFragment(value) ? value.trim() : textToHtml(value);
}

/** The format of the letter and the texts of the questions are no controls, so they are not among the names. */
export const fieldsOf = (values: FormValues): string[] =>
  Object.keys(values).filter(
    (name) => name !== formNames.letterFormat && name !== formNames.questions,
  );

/** Returns the named fields. The letter is returned with its format, an answer with the texts of the questions. */
export const pickFields = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) =>
      name === formNames.questions
        ? names.some((field) => field.startsWith('answers['))
        : names.includes(name === formNames.letterFormat ? 'cover_letter' : name),
    ),
  );

/** Whether the form shows these values, for example because the browser has restored them after Back. */
export const showsValues = (form: FormValues | undefined, values: FormValues): boolean =>
  fieldsOf(values).every((name) => form?.[name] === undefined || form[name] === values[name]);

/** Returns whether anything was entered. Default values and an empty paragraph do not count. */
export const isWorthKeeping = (values: FormValues, initial: FormValues): boolean =>
  fieldsOf(values).some((name) => {
    const value = values[name] ?? '';
    return !isBlankHtml(value) && value !== initial[name];
  });

/** The fields that a device may keep for the next form. Age, employer, LinkedIn, referrer and answers are not kept. */
export const reusableFields: readonly string[] =
  'firstname lastname emailaddress phone education course grades years_of_experience cover_letter'.split(
    ' ',
  );

/** The grades depend on the education, and the name of the referrer on the referrer. */
export const watchedNames = ['education', 'grades', 'referrer'];

/** A change of the education removes a grade that the new education does not offer. */
export function watchedAfter(
  before: FormValues | undefined,
  changes: FormValues,
  settings: ApplicationSettings,
): FormValues {
  const watched = { ...before, ...pickFields(changes, watchedNames) };
  const { education = '', grades = '' } = watched;
  const isOffered =
    changes.education === undefined ||
    changes.grades !== undefined ||
    educationOf(education, settings)?.grades.includes(grades);
  return isOffered ? watched : { ...watched, grades: '' };
}
