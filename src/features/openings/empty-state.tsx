import { ButtonLink } from '#src/components/button/button.tsx';
import styles from './empty-state.module.css';

/** Stands where a list would, under the sentence that says why there is none: the ways on. */
export function EmptyState() {
  return (
    <p className={styles.ways}>
      <ButtonLink variant="quiet" href="/">
        Show all openings
      </ButtonLink>
      <a href="/contact">Ask us about a job</a>
    </p>
  );
}
