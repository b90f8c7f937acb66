import styles from './preloader.module.css';

/**
 * A spinner over the page until it has loaded, which then fades out (section 4). It does not cover the content,
 * receives no clicks, is hidden after two seconds at the latest, and is not shown without scripting.
 */
export function Preloader() {
  return (
    <div className={styles.preloader} aria-hidden="true" data-preloader="">
      <span className={styles.spinner} />
    </div>
  );
}
