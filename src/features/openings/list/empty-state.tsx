import { texts } from '#language';
import { contactHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { allOpenings } from '#src/domain/catalogue/search-parameters.ts';
import type { FoundOpenings } from '../find-openings.ts';
import { AlertLink } from './alert-link.tsx';
import styles from './empty-state.module.css';
import { listLink } from './list-link.ts';

export function EmptyState({
  outcome: { search, catalogue, offersAlerts },
}: {
  outcome: FoundOpenings;
}) {
  const { showAll, ask } = texts().openings.list;
  const hasOthers = catalogue?.openings.length !== 0;
  return (
    <p className={styles.links}>
      {hasOthers ? (
        <ButtonLink variant="secondary" {...listLink(allOpenings)}>
          {showAll}
        </ButtonLink>
      ) : null}
      {offersAlerts ? <AlertLink search={search} /> : null}
      <a href={contactHref()}>{ask}</a>
    </p>
  );
}
