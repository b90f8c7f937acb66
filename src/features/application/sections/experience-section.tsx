import { FieldGroup } from '#src/components/form/field-group.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { labels } from '../labels.ts';
import { fieldProps, type SectionProps } from './section-props.ts';

export function ExperienceSection(props: SectionProps) {
  const field = fieldProps(props);
  return (
    <FieldGroup title="Experience" disabled={props.disabled}>
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
