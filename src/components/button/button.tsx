import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

type Look = {
  /** One primary a screen; quiet has a hairline; plain reads as a link. */
  variant?: 'primary' | 'quiet' | 'plain';
};

/** A button says what it does: 'Submit application', never 'Submit'. */
export function Button({
  variant = 'primary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], className)}
    />
  );
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: ComponentProps<'a'> & Look & { href: string }) {
  return <a {...rest} className={classNames(styles.button, styles[variant], className)} />;
}
