import { FieldGroup } from '#src/components/form/field-group.tsx';
import { SelectField, type SelectGroup } from '#src/components/form/select-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useHydrated } from '#src/components/form/use-hydrated.ts';
import { classGrades, educations, hndGrades } from '#src/domain/model/options.ts';
import { gradesFor } from '#src/domain/rules/application.ts';
import { labels } from '../labels.ts';
import { fieldProps, type SectionProps } from './section-props.ts';

const allGrades: readonly SelectGroup[] = [
  { label: 'With an HND', options: hndGrades },
  { label: 'With any other education', options: classGrades },
];

/** Grades go with the education: with script only its own, without it both groups, checked on the server. */
export function EducationSection({
  education,
  ...props
}: SectionProps & { readonly education: string }) {
  const field = fieldProps(props);
  const scripted = useHydrated();
  const grades = scripted ? gradesFor(education) : allGrades;
  return (
    <FieldGroup title="Education" disabled={props.disabled}>
      <SelectField
        {...field('education')}
        label={labels.education}
        options={educations}
        defaultValue={props.values.education || educations[0]}
      />
      <TextField {...field('course')} label={labels.course} autoComplete="off" />
      <SelectField
        {...field('grades')}
        label={labels.grades}
        optional={scripted ? education !== 'HND' : undefined}
        hint={scripted ? undefined : 'Needed with an HND. Choose from the group of your education.'}
        options={[{ value: '', label: 'Select grade...' }, ...grades]}
      />
    </FieldGroup>
  );
}
