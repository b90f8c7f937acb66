import { FieldGroup } from '#src/components/form/field-group.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { labels } from '../labels.ts';
import { fieldProps, type SectionProps } from './section-props.ts';

export function YouSection(props: SectionProps) {
  const field = fieldProps(props);
  return (
    <FieldGroup title="You" disabled={props.disabled}>
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
