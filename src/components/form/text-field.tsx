import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps> & {
    /** A narrow field for short values: an age, a count. */
    short?: boolean | undefined;
  };

export function TextField({
  label,
  name,
  id,
  hint,
  optional,
  error,
  short,
  className,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  const field = { label, name, id, hint, optional, error };
  return (
    <FieldFrame {...field}>
      <input
        type="text"
        {...input}
        {...controlAttributes(field, describedBy)}
        className={classNames(styles.control, short && styles.short, className)}
      />
    </FieldFrame>
  );
}
