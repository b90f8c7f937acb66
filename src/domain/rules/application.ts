import type { Application } from '../model/application.ts';
import type { Issue } from '../model/issue.ts';
import { limits, maxLength } from '../model/limits.ts';
import type { Question } from '../model/opening.ts';
import { educations, referrers } from '../model/options.ts';
import { isBlankHtml } from './blank-html.ts';
import {
  atLeast,
  atMost,
  between,
  type Check,
  digits,
  email,
  number,
  oneOf,
  optional,
  required,
} from './checks.ts';
import { gradesFor } from './grades.ts';
import { normalizePhone } from './phone.ts';

const startsWithZero: Check = (value) => (value.startsWith('0') ? undefined : { code: 'remote' });
const referrerValues = referrers.map(({ value }) => value);

/** The name of an answer's control, and the field its issue names. */
export const answerField = (questionId: string): string => `answers[${questionId}]`;

/** Section 5: an answer is required when the question's required flag is '1'. */
export const isRequired = (question: Pick<Question, 'required'>): boolean =>
  question.required === '1';

/**
 * What a person typed, made into what is sent: outer white space trimmed, the phone number reduced to
 * digits, a staff name kept only for the referrer it belongs to, answers only to questions asked.
 */
export function normalizeApplication(
  typed: Application,
  questions: readonly Pick<Question, 'id'>[],
): Application {
  const { answers, ...fields } = typed;
  const trimmed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.trim()]),
  ) as Omit<Application, 'answers'>;
  return {
    ...trimmed,
    phone: normalizePhone(typed.phone),
    referrer_name: trimmed.referrer === 'staff' ? trimmed.referrer_name : '',
    answers: Object.fromEntries(questions.map(({ id }) => [id, (answers[id] ?? '').trim()])),
  };
}

/**
 * Sections 3, 5 and 9: whether a tidied application may be submitted to an opening that asks `questions`.
 * Issues come in the order of the form, one a field; an empty list means it may.
 */
export function validateApplication(
  application: Application,
  questions: readonly Question[],
): Issue[] {
  const a = application;
  return [
    ...required('firstname', a.firstname, atMost(maxLength.firstname)),
    ...required('lastname', a.lastname, atMost(maxLength.lastname)),
    ...required('emailaddress', a.emailaddress, atMost(maxLength.emailaddress), email),
    ...required(
      'phone',
      a.phone,
      digits,
      atLeast(limits.phoneDigits),
      atMost(limits.phoneDigits),
      startsWithZero,
    ),
    ...required('age', a.age, number, between(limits.age)),
    ...required('education', a.education, oneOf(educations)),
    ...required('course', a.course, atMost(maxLength.course)),
    ...(a.education === 'HND' ? required : optional)(
      'grades',
      a.grades,
      oneOf(gradesFor(a.education)),
    ),
    ...required(
      'years_of_experience',
      a.years_of_experience,
      number,
      between(limits.yearsOfExperience),
    ),
    ...optional('current_employer', a.current_employer, atMost(maxLength.current_employer)),
    ...optional('linkedinprofile', a.linkedinprofile, atMost(maxLength.linkedinprofile)),
    ...required('referrer', a.referrer, oneOf(referrerValues)),
    ...(a.referrer === 'staff'
      ? required('referrer_name', a.referrer_name, atMost(maxLength.referrer_name))
      : []),
    ...validateCoverLetter(a.cover_letter),
    ...questions.flatMap((question) =>
      (isRequired(question) ? required : optional)(
        answerField(question.id),
        a.answers[question.id] ?? '',
        atMost(maxLength.answer),
      ),
    ),
  ];
}

function validateCoverLetter(html: string): Issue[] {
  if (isBlankHtml(html)) return [{ field: 'cover_letter', code: 'coverLetterRequired' }];
  return optional('cover_letter', html, atMost(maxLength.cover_letter));
}
