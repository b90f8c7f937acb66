import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './field.module.css';
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx';

/** A text that is also the value, or a value with its label. */
export type SelectOption = string | { value: string; label: string };
export type SelectGroup = { label: string; options: readonly SelectOption[] };

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'children' | 'multiple'> & {
    options: readonly (SelectOption | SelectGroup)[];
  };

export function SelectField({
  label,
  name,
  id,
  hint,
  optional,
  error,
  options,
  className,
  'aria-describedby': describedBy,
  ...select
}: SelectFieldProps) {
  const field = { label, name, id, hint, optional, error };
  return (
    <FieldFrame {...field}>
      <div className={styles.select}>
        {/* React resets a form after its action, but does not apply a changed defaultValue to an existing select. A
   new key creates a new select with that value. */}
        <select
          key={String(select.defaultValue ?? '')}
          {...select}
          {...controlAttributes(field, describedBy)}
          className={classNames(styles.control, className)}
        >
          {options.map((entry) =>
            typeof entry === 'object' && 'options' in entry ? (
              <optgroup key={entry.label} label={entry.label}>
                {entry.options.map(option)}
              </optgroup>
            ) : (
              option(entry)
            ),
          )}
        </select>
        <Icon name="chevron-down" className={styles.chevron} />
      </div>
    </FieldFrame>
  );
}

function option(entry: SelectOption) {
  const { value, label } = typeof entry === 'string' ? { value: entry, label: entry } : entry;
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
