import type { ComponentProps } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './field.module.css';
import { divideProps, FieldFrame, type FieldProps } from './field-frame.tsx';

/** A string is both the value and the label. */
export type SelectOption = string | { value: string; label: string };
type SelectGroup = { label: string; options: readonly SelectOption[] };

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'children' | 'multiple' | 'className'> & {
    options: readonly (SelectOption | SelectGroup)[];
  };

export function SelectField({ options, ...props }: SelectFieldProps) {
  const [frame, select] = divideProps(props);
  return (
    <FieldFrame {...frame}>
      <div className={styles.select}>
        {/* React does not apply a changed default value to an existing select: a new key creates a new one. */}
        <select key={String(select.defaultValue ?? '')} {...select} className={styles.control}>
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
