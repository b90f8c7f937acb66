import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { divideProps, FieldFrame, type FieldProps } from './field-frame.tsx';

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type' | 'className'> & {
    /** Text for the selected file. It replaces the browser's text, which truncates long names. */
    chosen?: ReactNode;
  };

export function FileField({ chosen, ...props }: FileFieldProps) {
  const [frame, input] = divideProps(props);
  return (
    <FieldFrame {...frame}>
      {/* The input element must stay the same: a new element would lose the selected file. */}
      <div className={styles.picker}>
        <input
          {...input}
          type="file"
          className={classNames(styles.control, styles.file, chosen ? styles.filled : undefined)}
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
