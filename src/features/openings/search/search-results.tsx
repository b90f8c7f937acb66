import { listPath } from '#src/addresses.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { pageOf, pageSize } from '#src/domain/rules/search-parameters.ts';
import type { SearchOutcome } from '../find-openings.ts';
import { staleText } from '../formatters.ts';
import { EmptyState } from '../list/empty-state.tsx';
import { ListFilters } from '../list/list-filters.tsx';
import { OpeningList } from '../list/opening-list.tsx';
import { PageLinks } from '../list/page-links.tsx';
import styles from './search-results.module.css';

export function SearchResults({ outcome }: { outcome: SearchOutcome }) {
  if (outcome.kind === 'unavailable')
    return (
      <UnavailableAlert href={listPath(outcome.search)}>
        The list of jobs is not answering. Nothing is lost; please try again in a minute.
      </UnavailableAlert>
    );
  const { openings, search, nearby, staleSince } = outcome;
  const { page, pages } = pageOf(search, openings.length);
  const isOfCompany = search.company_id !== '' && nearby[0]?.company_id === search.company_id;
  return (
    <>
      {staleSince ? <StaleAlert since={staleSince} /> : null}
      {openings.length === 0 ? (
        <>
          <EmptyState hasOthers={(outcome.all ?? [search]).length > 0} />
          {nearby.length > 0 ? (
            <>
              <h3 className={styles.nearby}>
                {isOfCompany ? 'All openings of this company' : 'Similar openings'}
              </h3>
              <OpeningList openings={nearby} level={4} />
            </>
          ) : null}
        </>
      ) : (
        <OpeningList
          openings={openings.slice((page - 1) * pageSize, page * pageSize)}
          city={search.city}
        />
      )}
      {pages > 1 ? <PageLinks search={search} page={page} pages={pages} /> : null}
    </>
  );
}

export function Filters({ outcome }: { outcome: SearchOutcome }) {
  return outcome.kind === 'found' ? <ListFilters outcome={outcome} /> : null;
}

export function UnavailableAlert({ href, children }: { href: string; children: string }) {
  return (
    <Alert tone="error" title="This is our fault, not yours.">
      <p>{children}</p>
      <p>
        <ButtonLink variant="secondary" href={href}>
          Try again
        </ButtonLink>
      </p>
    </Alert>
  );
}

/** The content is a cached copy of `since`, shown in the time zone of the site config. */
export function StaleAlert({ since }: { since: Date }) {
  return (
    <Alert tone="info" className={styles.stale} title="This may be out of date.">
      <p>
        We cannot reach the latest list right now. You see it as it was at{' '}
        <time dateTime={since.toISOString()}>{staleText(since, new Date())}</time>.
      </p>
    </Alert>
  );
}
