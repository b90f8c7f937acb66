import styles from './preloader.module.css';

/** Section 4. It receives no clicks, is hidden after two seconds at the latest, and needs scripting. */
export function Preloader() {
  return (
    <div className={styles.preloader} aria-hidden="true" data-preloader="">
      <span className={styles.spinner} />
    </div>
  );
}
