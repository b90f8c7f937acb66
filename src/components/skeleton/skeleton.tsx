import { classNames } from '../class-names.ts';
import styles from './skeleton.module.css';

/** Rows in the shape of the openings list; decoration, so say 'Loading' beside it. */
export function SkeletonMenu({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden="true" data-skeleton="">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <div className={styles.row} key={row}>
          <span className={classNames(styles.bone, styles.role)} />
          <span className={classNames(styles.bone, styles.city)} />
          <span className={classNames(styles.bone, styles.note)} />
        </div>
      ))}
    </div>
  );
}
