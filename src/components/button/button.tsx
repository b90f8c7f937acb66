import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './button.module.css';

type Appearance = {
  /** A screen has one `primary` button; `secondary` has an outline; `plain` looks like a link. */
  variant?: 'primary' | 'secondary' | 'plain';
};

export function Button({
  variant = 'primary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Appearance) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], className)}
    />
  );
}

export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: ComponentProps<'a'> & Appearance & { href: string }) {
  return <a {...rest} className={classNames(styles.button, styles[variant], className)} />;
}

/** `label` is the accessible name and the tooltip. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'type'> & { icon: IconName; label: string }) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
