import { classNames } from '../class-names.ts';
import { LoadingBox } from './loading-box.tsx';
import styles from './overlay.module.css';

/** The blocking loading dialog as a Suspense fallback: HTML only, gone when the content comes. */
export function LoadingScreen({ message = 'Loading…' }: { message?: string }) {
  return (
    <div className={classNames(styles.overlay, styles.screen, styles.late)} data-loading="">
      <LoadingBox message={message} />
    </div>
  );
}
