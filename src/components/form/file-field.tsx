import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx';

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> & {
    /** Text for the selected file. It replaces the browser's text, which truncates long names. */
    chosen?: ReactNode;
  };

export function FileField({
  label,
  name,
  id,
  hint,
  optional,
  error,
  chosen,
  className,
  'aria-describedby': describedBy,
  ...input
}: FileFieldProps) {
  const field = { label, name, id, hint, optional, error };
  return (
    <FieldFrame {...field}>
      {/* The input element must stay the same: a new element would lose the selected file. */}
      <div className={styles.picker}>
        <input
          {...input}
          {...controlAttributes(field, describedBy)}
          type="file"
          className={classNames(
            styles.control,
            styles.file,
            chosen ? styles.filled : undefined,
            className,
          )}
        />
        {chosen ? (
          <p className={styles.chosen}>
            <span className={styles.pick} aria-hidden="true">
              Change file
            </span>
            <span>{chosen}</span>
          </p>
        ) : null}
      </div>
    </FieldFrame>
  );
}
