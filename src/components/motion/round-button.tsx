import type { ComponentProps } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import styles from './motion.module.css';

export interface RoundButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  readonly icon: IconName;
  readonly label: string;
}

/** A round control with a sign on it, large enough for a thumb. */
export function RoundButton({ icon, label, ...rest }: RoundButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
