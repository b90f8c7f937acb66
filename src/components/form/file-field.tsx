import type { ComponentProps, ReactNode } from 'react';
import { texts } from '#language';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { classNames } from '../class-names.ts';
import fieldStyles from './field.module.css';
import { divideProps, FieldFrame, type FieldProps } from './field-frame.tsx';
import styles from './file-field.module.css';

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type' | 'className'> & {
    chosen?: ReactNode;
  };

/** With script, own texts replace those of the browser, which shortens names and may use another language. */
export function FileField({ chosen, ...props }: FileFieldProps) {
  const [frame, input] = divideProps(props);
  const hydrated = useHydrated();
  const { changeFile, chooseFile, noFile } = texts().fileField;
  return (
    <FieldFrame {...frame}>
      {/* The input element must stay the same: a new element would lose the selected file. */}
      <div className={styles.picker}>
        <input
          {...input}
          type="file"
          className={classNames(fieldStyles.control, styles.file, hydrated && styles.filled)}
        />
        {hydrated ? (
          <p className={styles.chosen}>
            <span className={styles.pick} aria-hidden="true">
              {chosen ? changeFile : chooseFile}
            </span>
            {chosen ? <span>{chosen}</span> : <span aria-hidden="true">{noFile}</span>}
          </p>
        ) : null}
      </div>
    </FieldFrame>
  );
}
