import { ButtonLink } from '#src/components/button/button.tsx';
import { contactPath } from '#src/domain/rules/addresses.ts';
import { allOpenings } from '#src/domain/rules/search-parameters.ts';
import styles from './empty-state.module.css';
import { listLink } from './list-link.ts';

export function EmptyState({ hasOthers }: { hasOthers: boolean }) {
  return (
    <p className={styles.links}>
      {hasOthers ? (
        <ButtonLink variant="secondary" {...listLink(allOpenings)}>
          Show all openings
        </ButtonLink>
      ) : null}
      <a href={contactPath}>Ask us about a job</a>
    </p>
  );
}
