import styles from './skip-link.module.css';

/** The first thing Tab reaches: past the header, to what the page is about. */
export function SkipLink({ href }: { href: string }) {
  return (
    <a className={styles.skip} href={href} data-jump="">
      Skip to the content
    </a>
  );
}
