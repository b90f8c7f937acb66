import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx';

type FileFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>;

export function FileField({
  label,
  name,
  id,
  hint,
  optional,
  error,
  className,
  'aria-describedby': describedBy,
  ...input
}: FileFieldProps) {
  const field = { label, name, id, hint, optional, error };
  return (
    <FieldFrame {...field}>
      <input
        {...input}
        {...controlAttributes(field, describedBy)}
        type="file"
        className={classNames(styles.control, styles.file, className)}
      />
    </FieldFrame>
  );
}
