import { type RefObject, useSyncExternalStore } from 'react';
import type { EditorHandle } from '#src/components/editor/editor-handle.ts';
import { RichTextEditor } from '#src/components/editor/rich-text-editor.client.tsx';
import { FieldGroup } from '#src/components/field/field-group.tsx';
import { SelectField, type SelectGroup } from '#src/components/field/select-field.tsx';
import { TextAreaField } from '#src/components/field/text-area-field.tsx';
import { TextField } from '#src/components/field/text-field.tsx';
import type { Question } from '#src/domain/model/opening.ts';
import { classGrades, educations, hndGrades, referrers } from '#src/domain/model/options.ts';
import { sentences } from '#src/domain/model/sentences.ts';
import { answerField, isRequired } from '#src/domain/rules/application.ts';
import { gradesFor } from '#src/domain/rules/grades.ts';
import { formNames } from './form-names.ts';
import { labels } from './labels.ts';
import type { FormValues } from './read-form.ts';

export interface SectionProps {
  readonly values: FormValues;
  readonly errorOf: (field: string) => string | undefined;
  readonly disabled: boolean;
}

/** False in the page's first HTML and without JavaScript, true once the page answers by itself. */
export const useScripted = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

export function YouSection({ values, errorOf, disabled }: SectionProps) {
  const field = (name: string) => ({ name, defaultValue: values[name], error: errorOf(name) });
  return (
    <FieldGroup title="You" disabled={disabled}>
      <TextField
        {...field('firstname')}
        label={labels.firstname}
        autoComplete="given-name"
        spellCheck={false}
      />
      <TextField
        {...field('lastname')}
        label={labels.lastname}
        autoComplete="family-name"
        spellCheck={false}
      />
      <TextField
        {...field('emailaddress')}
        label={labels.emailaddress}
        hint="We write to you at this address about this application."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...field('phone')}
        label={labels.phone}
        hint="Eleven digits, starting with 0, for example 08031234567."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <TextField
        {...field('age')}
        label={labels.age}
        hint="In years."
        inputMode="numeric"
        short
        autoComplete="off"
      />
    </FieldGroup>
  );
}

const allGrades: readonly SelectGroup[] = [
  { label: 'With an HND', options: hndGrades },
  { label: 'With any other education', options: classGrades },
];

/** Grades go with the education: with script only its own, without it both groups, checked on the server. */
export function EducationSection({
  values,
  errorOf,
  disabled,
  education,
}: SectionProps & { readonly education: string }) {
  const scripted = useScripted();
  const grades = scripted ? gradesFor(education) : allGrades;
  return (
    <FieldGroup title="Education" disabled={disabled}>
      <SelectField
        name="education"
        label={labels.education}
        options={educations}
        defaultValue={values.education || educations[0]}
        error={errorOf('education')}
      />
      <TextField
        name="course"
        label={labels.course}
        defaultValue={values.course}
        error={errorOf('course')}
        autoComplete="off"
      />
      <SelectField
        name="grades"
        label={labels.grades}
        optional={scripted ? education !== 'HND' : undefined}
        hint={scripted ? undefined : 'Needed with an HND. Choose from the group of your education.'}
        options={[{ value: '', label: 'Select grade...' }, ...grades]}
        defaultValue={values.grades}
        error={errorOf('grades')}
      />
    </FieldGroup>
  );
}

export function ExperienceSection({ values, errorOf, disabled }: SectionProps) {
  const field = (name: string) => ({ name, defaultValue: values[name], error: errorOf(name) });
  return (
    <FieldGroup title="Experience" disabled={disabled}>
      <TextField
        {...field('years_of_experience')}
        label={labels.years_of_experience}
        hint="In figures. 0 if this would be your first job."
        inputMode="numeric"
        short
        autoComplete="off"
      />
      <TextField
        {...field('current_employer')}
        label={labels.current_employer}
        optional
        autoComplete="organization"
      />
      <TextField
        {...field('linkedinprofile')}
        label={labels.linkedinprofile}
        optional
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="url"
      />
    </FieldGroup>
  );
}

export function ReferrerSection({
  values,
  errorOf,
  disabled,
  referrer,
}: SectionProps & { readonly referrer: string }) {
  const scripted = useScripted();
  return (
    <FieldGroup title="How you found us" disabled={disabled}>
      <SelectField
        name="referrer"
        label={labels.referrer}
        options={[{ value: '', label: 'Select...' }, ...referrers]}
        defaultValue={values.referrer}
        error={errorOf('referrer')}
      />
      {/* Hidden, not taken out: what was typed is there again when the choice comes back. */}
      <div hidden={scripted && referrer !== 'staff'}>
        <TextField
          name="referrer_name"
          label={labels.referrer_name}
          hint={scripted ? undefined : 'Only if a member of our staff told you about this job.'}
          defaultValue={values.referrer_name}
          error={errorOf('referrer_name')}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </FieldGroup>
  );
}

export function LetterSection({
  values,
  errorOf,
  disabled,
  editor,
}: SectionProps & { readonly editor: RefObject<EditorHandle | null> }) {
  return (
    <FieldGroup title="Your letter" disabled={disabled}>
      <RichTextEditor
        ref={editor}
        name="cover_letter"
        formatName={formNames.letterFormat}
        label={labels.cover_letter}
        hint="Why this job, and why you."
        placeholder={sentences.coverLetterPlaceholder}
        defaultValue={values.cover_letter}
        defaultFormat={values[formNames.letterFormat] === 'html' ? 'html' : 'text'}
        error={errorOf('cover_letter')}
        disabled={disabled}
      />
    </FieldGroup>
  );
}

export function QuestionsSection({
  values,
  errorOf,
  disabled,
  questions,
}: SectionProps & { readonly questions: readonly Question[] }) {
  if (questions.length === 0) return null;
  return (
    <FieldGroup title="Questions" disabled={disabled}>
      {questions.map((question) => {
        const name = answerField(question.id);
        return (
          <TextAreaField
            key={name}
            name={name}
            label={question.question}
            optional={!isRequired(question)}
            defaultValue={values[name]}
            error={errorOf(name)}
            rows={3}
          />
        );
      })}
    </FieldGroup>
  );
}
