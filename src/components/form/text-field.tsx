import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { divideProps, FieldFrame, type FieldProps } from './field-frame.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'className'> & {
    short?: boolean | undefined;
  };

export function TextField({ short, ...props }: TextFieldProps) {
  const [frame, input] = divideProps(props);
  return (
    <FieldFrame {...frame}>
      <input
        type="text"
        dir="auto"
        {...input}
        className={classNames(styles.control, short && styles.short)}
      />
    </FieldFrame>
  );
}
