import { type ComponentProps, Fragment, type ReactNode, type RefObject } from 'react';
import { texts } from '#language';
import {
  type EditorHandle,
  RichTextEditor,
} from '#src/components/editor/rich-text-editor.client.tsx';
import { EmailField } from '#src/components/form/email-field.tsx';
import type { ControlValues } from '#src/components/form/form-controls.ts';
import { SelectField } from '#src/components/form/select-field.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { type ApplicationField, applicationGroups } from '#src/domain/model/application-fields.ts';
import {
  type ApplicationSettings,
  classGrades,
  hndGrades,
  referrers,
} from '#src/domain/model/application-options.ts';
import type { Question } from '#src/domain/model/opening.ts';
import {
  answerField,
  educationOf,
  educationsOf,
  isRequired,
} from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { fill } from '#src/language/format.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import styles from './application-form.module.css';
import { formNames } from './form-values.ts';

interface FormFieldsProps {
  readonly values: FormValues;
  readonly errorOf: (field: string) => string | undefined;
  readonly disabled: boolean;
  /** The values on which other fields depend; undefined in the first HTML. */
  readonly watched: ControlValues | undefined;
  readonly suggestedEmail: string | undefined;
  readonly editor: RefObject<EditorHandle | null>;
  readonly letterHeight: number;
  readonly settings: ApplicationSettings;
}

type Form = FormFieldsProps & { readonly texts: Texts['application'] };

const fieldProps = ({ values, errorOf }: Pick<Form, 'values' | 'errorOf'>, name: string) => ({
  name,
  defaultValue: values[name],
  error: errorOf(name),
});

/** A hint of the company replaces that of the control. */
type Field = ReturnType<typeof fieldProps> & { readonly label: string; readonly hint?: string };

/** No field has autocomplete 'off': Back does not restore such a field when the browser loads the page again. */
const controls: Readonly<Record<ApplicationField, (field: Field, form: Form) => ReactNode>> = {
  firstname: (field) => (
    <TextField {...field} enterKeyHint="next" autoComplete="given-name" spellCheck={false} />
  ),
  lastname: (field, { errorOf, texts: { hints } }) => (
    <TextField
      hint={errorOf('firstname') || errorOf('lastname') ? hints.oneName : undefined}
      {...field}
      enterKeyHint="next"
      autoComplete="family-name"
      spellCheck={false}
    />
  ),
  emailaddress: (field, { suggestedEmail }) => (
    <EmailField {...field} enterKeyHint="next" suggested={suggestedEmail} />
  ),
  phone: (field, { settings, texts: { hints } }) => (
    <TextField
      hint={settings.phoneCountries
        .map((country) => (country.isSpecified ? hints.phone : fill(hints.phoneOf, country)))
        .join(' ')}
      {...field}
      enterKeyHint="next"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
  ),
  age: (field, { errorOf, texts: { hints } }) => (
    <TextField hint={errorOf('age') && hints.age} {...field} inputMode="numeric" short />
  ),
  education: (field, { settings, texts: { educations: labels } }) => (
    <SelectField
      {...field}
      options={optionsOf(
        educationsOf(settings).map(({ name }) => name),
        labels,
      )}
    />
  ),
  course: (field) => <TextField {...field} />,
  grades: gradesControl,
  years_of_experience: (field, { texts: { hints } }) => (
    <TextField hint={hints.years} {...field} inputMode="numeric" short />
  ),
  current_employer: (field) => <TextField {...field} optional autoComplete="organization" />,
  linkedinprofile: (field) => (
    <TextField
      {...field}
      optional
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="url"
    />
  ),
  referrer: (field, { texts: { referrers: labels, select } }) => (
    <SelectField
      {...field}
      options={[
        { value: '', label: select },
        ...referrers.map((value) => ({ value, label: labels[value] })),
      ]}
    />
  ),
  // The field is hidden and not removed, so that the name is still there when the visitor chooses 'Staff' again.
  referrer_name: (field, { watched, texts: { hints } }) => (
    <div
      className={watched ? undefined : styles.staffName}
      hidden={watched !== undefined && watched.referrer !== 'staff'}
    >
      <TextField
        hint={watched ? undefined : <WithoutScript>{hints.staffName}</WithoutScript>}
        {...field}
        spellCheck={false}
      />
    </div>
  ),
  cover_letter: (field, { values, disabled, editor, letterHeight, texts: { hints, messages } }) => (
    <RichTextEditor
      hint={hints.letter}
      {...field}
      ref={editor}
      formatName={formNames.letterFormat}
      placeholder={messages.coverLetterPlaceholder}
      pictureLost={hints.pictureLost}
      defaultFormat={values[formNames.letterFormat] === 'html' ? 'html' : 'text'}
      disabled={disabled}
      height={letterHeight}
    />
  ),
};

/**
 * All groups are offered without script, and while a grade of another group is selected, so that this grade is not
 * lost. If the education has no grades, the field is hidden and not removed, like `referrer_name`.
 */
function gradesControl(
  { defaultValue, ...field }: Field,
  { watched, values, settings, texts }: Form,
) {
  const { education = '', grades = '' } = watched ?? values;
  const { grades: ownGrades = [], isGradeRequired } = educationOf(education, settings) ?? {};
  const isHidden = ownGrades.length === 0 && grades === '';
  return (
    <div className={isHidden ? styles.withoutScript : undefined} hidden={isHidden && !!watched}>
      <SelectField
        hint={
          watched || settings.educations ? undefined : (
            <WithoutScript>{texts.hints.grades}</WithoutScript>
          )
        }
        {...field}
        // The value is controlled, because React does not select a default value again when the options change.
        {...(watched ? { value: grades, onChange: () => {} } : { defaultValue })}
        optional={watched ? !isGradeRequired : undefined}
        options={[
          { value: '', label: texts.selectGrade },
          ...(watched && (grades === '' || ownGrades.includes(grades))
            ? optionsOf(ownGrades, texts.grades)
            : gradeGroups(settings, texts).map(({ label, grades }) => ({
                label,
                options: optionsOf(grades, texts.grades),
              }))),
        ]}
      />
    </div>
  );
}

const optionsOf = (values: readonly string[], labels: Readonly<Partial<Record<string, string>>>) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

/** Grades: two groups by default (section 3), or one for each education that the company configures. */
const gradeGroups = ({ educations }: ApplicationSettings, texts: Form['texts']) =>
  educations
    ?.filter(({ grades }) => grades.length > 0)
    .map(({ name, grades }) => ({ label: name, grades })) ?? [
    { label: texts.gradesOfHnd, grades: hndGrades },
    { label: texts.otherGrades, grades: classGrades },
  ];

const FieldGroup = ({ title, children, ...props }: ComponentProps<'fieldset'>) => (
  <fieldset className={styles.group} {...props}>
    <legend>
      <h3 className={styles.legend}>{title}</h3>
    </legend>
    {children}
  </fieldset>
);

const WithoutScript = ({ children }: { readonly children: string }) => (
  <span className={styles.withoutScript}>{children}</span>
);

export function ApplicationFields(props: FormFieldsProps) {
  const form = { ...props, texts: texts().application };
  const { groups, labels } = form.texts;
  const { settings } = form;
  const isShown = (name: ApplicationField) =>
    !settings.hiddenFields?.includes(name) &&
    (name !== 'grades' || gradeGroups(settings, form.texts).length > 0);
  return Object.entries(applicationGroups).map(([group, fields]) => (
    <FieldGroup
      key={group}
      title={groups[group as keyof typeof applicationGroups]}
      disabled={form.disabled}
    >
      {(Object.keys(fields) as ApplicationField[]).filter(isShown).map((name) => (
        <Fragment key={name}>
          {controls[name](
            {
              ...fieldProps(form, name),
              label: labels[name],
              ...(settings.hints?.[name] !== undefined && { hint: settings.hints[name] }),
            },
            form,
          )}
        </Fragment>
      ))}
    </FieldGroup>
  ));
}

export function QuestionsSection({
  questions,
  lang,
  ...props
}: Pick<FormFieldsProps, 'values' | 'errorOf' | 'disabled'> & {
  readonly questions: readonly Question[];
  readonly lang?: string | undefined;
}) {
  if (questions.length === 0) return null;
  return (
    <FieldGroup title={texts().application.groups.questions} disabled={props.disabled}>
      {questions.map((question) => {
        const name = answerField(question.id);
        return (
          <TextAreaField
            key={name}
            {...fieldProps(props, name)}
            label={
              <span lang={lang} dir="auto">
                {question.question}
              </span>
            }
            optional={!isRequired(question)}
            rows={3}
          />
        );
      })}
    </FieldGroup>
  );
}
