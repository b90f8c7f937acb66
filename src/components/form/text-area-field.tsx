import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx';

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>;

export function TextAreaField({
  label,
  name,
  id,
  hint,
  optional,
  error,
  className,
  'aria-describedby': describedBy,
  ...textarea
}: TextAreaFieldProps) {
  const field = { label, name, id, hint, optional, error };
  return (
    <FieldFrame {...field}>
      <textarea
        rows={6}
        {...textarea}
        {...controlAttributes(field, describedBy)}
        className={classNames(styles.control, className)}
      />
    </FieldFrame>
  );
}
