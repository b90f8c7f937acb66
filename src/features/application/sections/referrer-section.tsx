import { FieldGroup } from '#src/components/form/field-group.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useHydrated } from '#src/components/form/use-hydrated.ts';
import { referrers } from '#src/domain/model/options.ts';
import { labels } from '../labels.ts';
import { fieldProps, type SectionProps } from './section-props.ts';

export function ReferrerSection({
  referrer,
  ...props
}: SectionProps & { readonly referrer: string }) {
  const field = fieldProps(props);
  const scripted = useHydrated();
  return (
    <FieldGroup title="How you found us" disabled={props.disabled}>
      <SelectField
        {...field('referrer')}
        label={labels.referrer}
        options={[{ value: '', label: 'Select...' }, ...referrers]}
      />
      {/* Hidden, not taken out: what was typed is there again when the choice comes back. */}
      <div hidden={scripted && referrer !== 'staff'}>
        <TextField
          {...field('referrer_name')}
          label={labels.referrer_name}
          hint={scripted ? undefined : 'Only if a member of our staff told you about this job.'}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </FieldGroup>
  );
}
