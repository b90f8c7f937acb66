import { classNames } from '../class-names.ts';
import styles from './icon.module.css';
import type { IconName } from './icon-names.ts';

/**
 * One picture of the sprite public/icons.svg, drawn in the text's colour at 1.25 em. It is
 * decoration: the control or sentence beside it says the words.
 */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classNames(styles.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
