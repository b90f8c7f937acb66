import type { Question } from '#src/domain/model/opening.ts';
import { type ApplicationField, answerField } from '#src/domain/rules/application.ts';

/** What each field is called, beside its control and in the error summary. */
export const labels: Readonly<Record<ApplicationField, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  emailaddress: 'Email address',
  phone: 'Phone number',
  age: 'Age',
  education: 'Highest education',
  course: 'Course of study',
  grades: 'Grade',
  years_of_experience: 'Years of experience',
  current_employer: 'Current employer',
  linkedinprofile: 'LinkedIn profile',
  referrer: 'Where you heard of this job',
  referrer_name: 'Staff Name',
  cover_letter: 'Cover letter',
};

/** The label of a field or, for an answer, its question. */
export function labelOf(field: string, questions: readonly Pick<Question, 'id' | 'question'>[]) {
  const question = questions.find(({ id }) => answerField(id) === field)?.question;
  return question ?? labels[field as ApplicationField] ?? field;
}
