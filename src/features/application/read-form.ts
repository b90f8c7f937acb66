import type { Application } from '#src/domain/model/application.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import type { Question } from '#src/domain/model/opening.ts';
import {
  type ApplicationField,
  answerField,
  applicationFields,
} from '#src/domain/rules/application.ts';
import { formNames, type LetterFormat } from './form-names.ts';
import { letterHtml } from './letter.ts';

/** What the form was filled with, by control name, to be given back as it was typed. */
export type FormValues = Readonly<Record<string, string>>;

/** Far above any limit of the form, so that a validator can say 'too long' and nothing is cut silently. */
const readAtMost = maxLength.cover_letter * 4;

const text = (data: FormData, name: string): string => {
  const value = data.get(name);
  // Forms send line ends as CR LF; people typed LF, and limits count what people typed.
  return typeof value === 'string' ? value.slice(0, readAtMost).replace(/\r\n?/g, '\n') : '';
};

export const letterFormatOf = (data: FormData): LetterFormat =>
  text(data, formNames.letterFormat) === 'html' ? 'html' : 'text';

/** The values of the controls that belong to the application, answers only to questions asked. */
export function readValues(data: FormData, questions: readonly Pick<Question, 'id'>[]): FormValues {
  const names = [...applicationFields, ...questions.map(({ id }) => answerField(id))];
  return Object.fromEntries([
    ...names.map((name) => [name, text(data, name)]),
    [formNames.letterFormat, letterFormatOf(data)],
  ]);
}

/** The application that `values` stand for, untidied. Company and opening come from the opening, never from the form. */
export function toApplication(
  values: FormValues,
  opening: {
    readonly id: string;
    readonly company_id: string;
    readonly questions: readonly Pick<Question, 'id'>[];
  },
): Application {
  const fields = Object.fromEntries(
    applicationFields.map((name) => [name, values[name] ?? '']),
  ) as Record<ApplicationField, string>;
  const format = values[formNames.letterFormat] === 'html' ? 'html' : 'text';
  return {
    ...fields,
    cover_letter: letterHtml(fields.cover_letter, format),
    company_id: opening.company_id,
    joblistingid: opening.id,
    document_id: '',
    answers: Object.fromEntries(
      opening.questions.map(({ id }) => [id, values[answerField(id)] ?? '']),
    ),
  };
}
