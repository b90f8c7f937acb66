import type { ReactNode } from 'react';
import styles from './field-group.module.css';

export function FieldGroup({
  title,
  disabled,
  children,
}: {
  title: string;
  disabled: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>
        <h3 className={styles.legend}>{title}</h3>
      </legend>
      {children}
    </fieldset>
  );
}
