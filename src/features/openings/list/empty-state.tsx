import { texts } from '#language';
import { contactHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { allOpenings } from '#src/domain/rules/search-parameters.ts';
import styles from './empty-state.module.css';
import { listLink } from './list-link.ts';

export function EmptyState({ hasOthers }: { hasOthers: boolean }) {
  const { showAll, ask } = texts().openings.list;
  return (
    <p className={styles.links}>
      {hasOthers ? (
        <ButtonLink variant="secondary" {...listLink(allOpenings)}>
          {showAll}
        </ButtonLink>
      ) : null}
      <a href={contactHref()}>{ask}</a>
    </p>
  );
}
