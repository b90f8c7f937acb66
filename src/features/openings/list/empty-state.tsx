import { ButtonLink } from '#src/components/button/button.tsx';
import { type Search, searchAddress, withoutFilters } from '#src/domain/rules/search.ts';
import styles from './empty-state.module.css';

/** Links shown instead of an empty list; the summary above it states the reason. */
export function EmptyState({ search }: { search: Search }) {
  return (
    <p className={styles.links}>
      <ButtonLink
        variant="secondary"
        href={searchAddress(withoutFilters(search))}
        data-search="clear"
      >
        Show all openings
      </ButtonLink>
      <a href="/contact">Ask us about a job</a>
    </p>
  );
}
