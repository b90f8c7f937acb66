import { texts } from '#language';
import { listPath } from '#src/addresses.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { pageOf, pageSize } from '#src/domain/rules/search-parameters.ts';
import { fillElements, plural } from '#src/language/format.ts';
import type { SearchOutcome } from '../find-openings.ts';
import { staleText } from '../formatters.ts';
import { AlertLink } from '../list/alert-link.tsx';
import { EmptyState } from '../list/empty-state.tsx';
import { ListFilters } from '../list/list-filters.tsx';
import { OpeningList } from '../list/opening-list.tsx';
import { PageLinks } from '../list/page-links.tsx';
import styles from './search-results.module.css';

export function SearchResults({ outcome }: { outcome: SearchOutcome }) {
  const { list } = texts().openings;
  if (outcome.kind === 'unavailable')
    return <UnavailableAlert href={listPath(outcome.search)}>{list.fault}</UnavailableAlert>;
  const { openings, added, search, nearby, staleSince } = outcome;
  const { page, pages } = pageOf(search, openings.length);
  const isOfCompany = search.company_id !== '' && nearby[0]?.company_id === search.company_id;
  return (
    <>
      {staleSince ? <StaleAlert since={staleSince} /> : null}
      {openings.length === 0 && added.length === 0 ? (
        <>
          <EmptyState outcome={outcome} />
          {nearby.length > 0 ? (
            <>
              <h3 className={styles.nearby}>{isOfCompany ? list.ofCompany : list.similar}</h3>
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
      {added.length > 0 && page === pages ? (
        <>
          {openings.length > 0 ? (
            <h3 className={styles.nearby}>{plural(texts().openings.similarWords, added.length)}</h3>
          ) : null}
          <OpeningList openings={added.slice(0, pageSize)} city={search.city} />
        </>
      ) : null}
      {pages > 1 ? <PageLinks search={search} page={page} pages={pages} /> : null}
      {outcome.offersAlerts && openings.length + added.length > 0 ? (
        <p className={styles.alert}>
          <AlertLink search={search} />
        </p>
      ) : null}
    </>
  );
}

export function Filters({ outcome }: { outcome: SearchOutcome }) {
  return outcome.kind === 'found' ? <ListFilters outcome={outcome} /> : null;
}

export function UnavailableAlert({ href, children }: { href: string; children: string }) {
  const { faultTitle, retry } = texts().openings.list;
  return (
    <Alert tone="error" title={faultTitle}>
      <p>{children}</p>
      <p>
        <ButtonLink variant="secondary" href={href}>
          {retry}
        </ButtonLink>
      </p>
    </Alert>
  );
}

/** The content is a cached copy of `since`, shown in the time zone of the site config. */
export function StaleAlert({ since }: { since: Date }) {
  const { staleTitle, stale } = texts().openings.list;
  return (
    <Alert tone="info" className={styles.stale} title={staleTitle}>
      <p>
        {fillElements(stale, {
          time: <time dateTime={since.toISOString()}>{staleText(since, new Date())}</time>,
        })}
      </p>
    </Alert>
  );
}
