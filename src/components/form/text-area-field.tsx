import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { divideProps, FieldFrame, type FieldProps } from './field-frame.tsx';

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, keyof FieldProps | 'className'>;

export function TextAreaField({ ...props }: TextAreaFieldProps) {
  const [frame, textarea] = divideProps(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={6} dir="auto" {...textarea} className={styles.control} />
    </FieldFrame>
  );
}
