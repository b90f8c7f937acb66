import type { RefObject } from 'react';
import { texts } from '#language';
import {
  type EditorHandle,
  RichTextEditor,
} from '#src/components/editor/rich-text-editor.client.tsx';
import { EmailField } from '#src/components/form/email-field.tsx';
import { FieldGroup } from '#src/components/form/field-group.tsx';
import type { ControlValues } from '#src/components/form/form-controls.ts';
import { SelectField, type SelectGroup } from '#src/components/form/select-field.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import type { Question } from '#src/domain/model/opening.ts';
import { classGrades, educations, hndGrades, referrers } from '#src/domain/model/options.ts';
import {
  type ApplicationField,
  answerField,
  gradesFor,
  isRequired,
} from '#src/domain/rules/application.ts';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import styles from './application-form.module.css';
import { formNames } from './form-values.ts';

interface SectionProps {
  readonly values: FormValues;
  readonly errorOf: (field: string) => string | undefined;
  readonly disabled: boolean;
}

interface DependentProps extends SectionProps {
  /** See `useDependentFields`. */
  readonly watched: ControlValues | undefined;
}

/** No field has autocomplete 'off': Back does not restore such a field when the browser loads the page again. */
const fieldProps =
  ({ values, errorOf }: SectionProps) =>
  (name: ApplicationField | ReturnType<typeof answerField>) => ({
    name,
    label: texts().application.labels[name as ApplicationField],
    defaultValue: values[name],
    error: errorOf(name),
  });

export function PersonSection({
  suggestedEmail,
  ...props
}: SectionProps & { suggestedEmail: string | undefined }) {
  const { groups, hints } = texts().application;
  const field = fieldProps(props);
  return (
    <FieldGroup title={groups.person} disabled={props.disabled}>
      <TextField
        {...field('firstname')}
        enterKeyHint="next"
        autoComplete="given-name"
        spellCheck={false}
      />
      <TextField
        {...field('lastname')}
        enterKeyHint="next"
        hint={props.errorOf('firstname') || props.errorOf('lastname') ? hints.oneName : undefined}
        autoComplete="family-name"
        spellCheck={false}
      />
      <EmailField {...field('emailaddress')} enterKeyHint="next" suggested={suggestedEmail} />
      <TextField
        {...field('phone')}
        enterKeyHint="next"
        hint={hints.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <TextField {...field('age')} inputMode="numeric" short />
    </FieldGroup>
  );
}

function gradeOptions(values: readonly string[]) {
  const { grades } = texts().application;
  return values.map((value) => ({ value, label: grades[value as keyof typeof grades] }));
}

function allGrades(): readonly SelectGroup[] {
  const { gradesOfHnd, otherGrades } = texts().application;
  return [
    { label: gradesOfHnd, options: gradeOptions(hndGrades) },
    { label: otherGrades, options: gradeOptions(classGrades) },
  ];
}

/** Both groups are offered without script, and while a grade of the other group is selected, so that it is not lost. */
export function EducationSection({ watched, ...props }: DependentProps) {
  const { application } = texts();
  const { groups, hints } = application;
  const field = fieldProps(props);
  const { education = '', grades = '' } = watched ?? {};
  const ownGrades = gradesFor(education);
  const { defaultValue, ...gradesField } = field('grades');
  return (
    <FieldGroup title={groups.education} disabled={props.disabled}>
      <SelectField
        {...field('education')}
        options={educations.map((value) => ({ value, label: application.educations[value] }))}
      />
      <TextField {...field('course')} />
      <SelectField
        {...gradesField}
        // The value is controlled, because React does not select a default value again when the options change.
        {...(watched ? { value: grades, onChange: () => {} } : { defaultValue })}
        optional={watched ? education !== 'HND' : undefined}
        hint={watched ? undefined : <WithoutScript>{hints.grades}</WithoutScript>}
        options={[
          { value: '', label: application.selectGrade },
          ...(watched && (grades === '' || ownGrades.includes(grades))
            ? gradeOptions(ownGrades)
            : allGrades()),
        ]}
      />
    </FieldGroup>
  );
}

export function ExperienceSection(props: SectionProps) {
  const { groups, hints } = texts().application;
  const field = fieldProps(props);
  return (
    <FieldGroup title={groups.experience} disabled={props.disabled}>
      <TextField {...field('years_of_experience')} hint={hints.years} inputMode="numeric" short />
      <TextField {...field('current_employer')} optional autoComplete="organization" />
      <TextField
        {...field('linkedinprofile')}
        optional
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="url"
      />
    </FieldGroup>
  );
}

const WithoutScript = ({ children }: { readonly children: string }) => (
  <span className={styles.withoutScript}>{children}</span>
);

export function ReferrerSection({ watched, ...props }: DependentProps) {
  const { groups, hints, referrers: labels, select } = texts().application;
  const field = fieldProps(props);
  return (
    <FieldGroup title={groups.referrer} disabled={props.disabled}>
      <SelectField
        {...field('referrer')}
        options={[
          { value: '', label: select },
          ...referrers.map(({ value }) => ({ value, label: labels[value] })),
        ]}
      />
      {/* The field is hidden and not removed: the name is still there when the visitor chooses 'Staff' again. */}
      <div
        className={watched ? undefined : styles.staffName}
        hidden={watched !== undefined && watched.referrer !== 'staff'}
      >
        <TextField
          {...field('referrer_name')}
          hint={watched ? undefined : <WithoutScript>{hints.staffName}</WithoutScript>}
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
  height,
}: SectionProps & {
  readonly editor: RefObject<EditorHandle | null>;
  /** The height of the writing area, in CSS pixels. */
  readonly height: number;
}) {
  const { groups, hints, labels, messages } = texts().application;
  return (
    <FieldGroup title={groups.letter} disabled={disabled}>
      <RichTextEditor
        ref={editor}
        name="cover_letter"
        formatName={formNames.letterFormat}
        label={labels.cover_letter}
        hint={hints.letter}
        placeholder={messages.coverLetterPlaceholder}
        pictureLost={hints.pictureLost}
        defaultValue={values.cover_letter}
        defaultFormat={values[formNames.letterFormat] === 'html' ? 'html' : 'text'}
        error={errorOf('cover_letter')}
        disabled={disabled}
        height={height}
      />
    </FieldGroup>
  );
}

export function QuestionsSection({
  questions,
  lang,
  ...props
}: SectionProps & { readonly questions: readonly Question[]; readonly lang?: string | undefined }) {
  const field = fieldProps(props);
  if (questions.length === 0) return null;
  return (
    <FieldGroup title={texts().application.groups.questions} disabled={props.disabled}>
      {questions.map((question) => {
        const name = answerField(question.id);
        return (
          <TextAreaField
            key={name}
            {...field(name)}
            label={lang ? <span lang={lang}>{question.question}</span> : question.question}
            optional={!isRequired(question)}
            rows={3}
          />
        );
      })}
    </FieldGroup>
  );
}
