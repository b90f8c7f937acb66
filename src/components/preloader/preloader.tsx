import styles from './preloader.module.css';

/**
 * Shows a spinner over the page until the page has loaded; the spinner then fades out (section 4). It does not cover the
 * content, receives no clicks, is hidden after two seconds at the latest, and is not shown without scripting.
 */
export function Preloader() {
  return (
    <div className={styles.preloader} aria-hidden="true" data-preloader="">
      <span className={styles.spinner} />
    </div>
  );
}
