import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './alert.module.css';

const icons = { success: 'check-circle', error: 'alert', info: 'info' } as const;

/** Section 4 defines this result box: green for success, red for an error. */
export function Alert({
  tone,
  title,
  children,
  className,
}: {
  tone: 'success' | 'error' | 'info';
  title?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div
      className={classNames(styles.alert, styles[tone], className)}
      role={tone === 'error' ? 'alert' : 'status'}
      data-tone={tone}
    >
      <Icon name={icons[tone]} />
      <div className={styles.body}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}
