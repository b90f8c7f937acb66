import type { Application } from '#src/domain/model/application.ts';
import { applicationFields } from '#src/domain/model/application-fields.ts';
import {
  type ApplicationSettings,
  type Education,
  specificationSettings,
  specifiedEducations,
} from '#src/domain/model/application-options.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import type { Question } from '#src/domain/model/opening.ts';
import { asciiDigits, normalizeLine, normalizeText, removeInvisible } from '../text/text.ts';
import { type FormRules, validateForm } from './form-rules.ts';
import { normalizePhone } from './phone.ts';

/** The name of an answer's control is also the `field` of its issue. */
export const answerField = (questionId: string): `answers[${string}]` => `answers[${questionId}]`;

/** Section 5: an answer is required when the question's required flag is '1'. */
export const isRequired = (question: Pick<Question, 'required'>): boolean =>
  question.required === '1';

export const educationsOf = ({ educations }: ApplicationSettings): readonly Education[] =>
  educations ?? specifiedEducations;

/** Returns the education of this name, or the first one if the name is unknown. */
export const educationOf = (name: string, settings: ApplicationSettings): Education | undefined =>
  educationsOf(settings).find((each) => each.name === name) ?? educationsOf(settings)[0];

/** Adds the rules that depend on another field, and those of the answers. */
function applicationRules(
  { education, referrer, phone }: Application,
  questions: readonly Pick<Question, 'id' | 'required'>[],
  settings: ApplicationSettings,
): FormRules {
  const { phoneCountries } = settings;
  const { grades = [], isGradeRequired = false } = educationOf(education, settings) ?? {};
  return {
    ...applicationFields,
    // Section 5 has no message for a number of another country.
    ...((!phoneCountries[0]?.isSpecified || /^\+(?!234)\d/.test(phone)) && {
      phone: { required: true, phone: phoneCountries },
    }),
    education: { required: true, oneOf: educationsOf(settings).map(({ name }) => name) },
    grades: { ...(isGradeRequired && { required: true }), oneOf: grades },
    referrer_name: {
      ...applicationFields.referrer_name,
      ...(referrer === 'staff' && { required: true }),
    },
    ...Object.fromEntries(
      questions.map((question) => [
        answerField(question.id),
        { ...(isRequired(question) && { required: true }), maxlength: maxLength.answer },
      ]),
    ),
    // A field of the API that the form does not contain.
    document_id: { maxlength: maxLength.document_id },
  };
}

/** The check for own properties is necessary, because every object inherits `constructor` and other names. */
export const answerTo = (answers: Application['answers'], id: string): string =>
  Object.hasOwn(answers, id) ? (answers[id] ?? '') : '';

/** The issues have the order of the form. The application is normalized. */
export function validateApplication(
  application: Application,
  questions: readonly Pick<Question, 'id' | 'required'>[],
  settings = specificationSettings,
): Issue[] {
  const { answers, ...fields } = application;
  const answerValues = questions.map(({ id }) => [answerField(id), answerTo(answers, id)]);
  return validateForm(
    { ...fields, ...Object.fromEntries(answerValues) },
    applicationRules(application, questions, settings),
  );
}

/** The staff name stays only for the referrer 'staff', and answers only to the opening's questions. */
export function normalizeApplication(
  entered: Application,
  questions: readonly Pick<Question, 'id'>[],
  { phoneCountries, hiddenFields = [] } = specificationSettings,
): Application {
  const { answers, ...fields } = entered;
  const lines = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, normalizeLine(value)]),
  ) as Omit<Application, 'answers'>;
  const trimmed = { ...lines, cover_letter: normalizeText(fields.cover_letter) };
  return {
    ...trimmed,
    emailaddress: normalizeLine(removeInvisible(fields.emailaddress)),
    phone: normalizePhone(trimmed.phone, phoneCountries),
    age: asciiDigits(trimmed.age),
    years_of_experience: asciiDigits(trimmed.years_of_experience),
    referrer_name: trimmed.referrer === 'staff' ? trimmed.referrer_name : '',
    ...Object.fromEntries(hiddenFields.map((name) => [name, ''])),
    answers: Object.fromEntries(
      questions.map(({ id }) => [id, normalizeText(answerTo(answers, id))]),
    ),
  };
}

/** Section 8, 'within a year': the same date and time a year later, in UTC. After 29 February it is 1 March. */
export function reapplyWindowEnd(appliedAt: Date): Date {
  const end = new Date(appliedAt);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
