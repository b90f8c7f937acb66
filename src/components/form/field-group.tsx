import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

type FieldGroupProps = Omit<ComponentProps<'fieldset'>, 'title'> & {
  title: ReactNode;
  intro?: ReactNode;
  /** The level of the heading in the page's outline. */
  level?: 2 | 3 | 4;
};

/** A section of a form with a heading; `disabled` disables all its controls. */
export function FieldGroup({
  title,
  intro,
  level = 3,
  className,
  children,
  ...fieldset
}: FieldGroupProps) {
  const Heading = `h${level}` as const;
  return (
    <fieldset {...fieldset} className={classNames(styles.group, className)}>
      <legend>
        <Heading className={styles.legend}>{title}</Heading>
      </legend>
      {intro ? <p className={styles.intro}>{intro}</p> : null}
      {children}
    </fieldset>
  );
}
