import type { ReactNode } from 'react';
import { texts } from '#language';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './field.module.css';
import { fieldId } from './field-id.ts';

export type FieldProps = {
  label: ReactNode;
  name: string;
  /** The default is derived from `name`. Two forms on a page that share a name must set it. */
  id?: string | undefined;
  hint?: ReactNode;
  /** Adds '(optional)' to the label. Required fields have no mark. */
  optional?: boolean | undefined;
  /** The error message above the control. It also marks the control as invalid. */
  error?: string | undefined;
};

export function controlAttributes({ id, name, hint, error }: FieldProps, describedBy?: string) {
  const controlId = id ?? fieldId(name);
  const described = [
    hint ? `${controlId}-hint` : undefined,
    error ? `${controlId}-error` : undefined,
    describedBy,
  ].filter(Boolean);
  return {
    id: controlId,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  } as const;
}

export function divideProps<Props extends FieldProps & { 'aria-describedby'?: string | undefined }>(
  props: Props,
) {
  const { label, name, id, hint, optional, error, ...native } = props;
  const frame = { label, name, id, hint, optional, error };
  return [frame, { ...native, ...controlAttributes(frame, props['aria-describedby']) }] as const;
}

export function FieldFrame({
  label,
  name,
  id = fieldId(name),
  hint,
  optional,
  error,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional ? <span className={styles.optional}> {texts().form.optional}</span> : null}
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" />
          <span>
            <VisuallyHidden>{texts().form.error}</VisuallyHidden>
            <span>{error}</span>
          </span>
        </p>
      ) : null}
      {children}
    </div>
  );
}
