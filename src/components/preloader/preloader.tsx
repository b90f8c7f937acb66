import styles from './preloader.module.css';

/**
 * Covers the page until it has loaded, then fades out (section 4). It never takes a click, hides
 * itself after two seconds whatever happens, and is not there without scripting.
 */
export function Preloader() {
  return (
    <div className={styles.preloader} aria-hidden="true" data-preloader="">
      <span className={styles.plate} />
    </div>
  );
}
