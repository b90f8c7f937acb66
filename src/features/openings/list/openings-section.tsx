import { Suspense } from 'react';
import { classNames } from '#src/components/class-names.ts';
import { LoadingScreen } from '#src/components/overlay/loading-screen.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { SearchOutcome } from '../find-openings.ts';
import { searchSummary } from '../formatters.ts';
import { LiveFilters, LiveResults } from '../search/search-context.client.tsx';
import { Filters, SearchResults } from '../search/search-results.tsx';
import { ClearAll } from './list-filters.tsx';
import styles from './openings-section.module.css';

const loading = 'Loading openings…';

/**
 * The openings section of the home page, inside `OpeningsSearch`. A pending outcome is streamed in later
 * behind the loading dialog; without scripting the stylesheet makes the streamed content visible.
 */
export function OpeningsSection({ outcome }: { outcome: SearchOutcome | Promise<SearchOutcome> }) {
  const pending = outcome instanceof Promise;
  return (
    <section id="openings" className={styles.section} aria-labelledby="openings-title">
      <div className={styles.rail}>
        <h2 id="openings-title">{siteConfig.openings.title}</h2>
        <p className={styles.intro}>{siteConfig.openings.text}</p>
        <LiveFilters>
          {pending ? (
            <Suspense fallback={null}>
              <PendingFilters outcome={outcome} />
            </Suspense>
          ) : (
            <Filters outcome={outcome} />
          )}
        </LiveFilters>
      </div>
      <LiveResults
        summary={
          pending ? (
            <Suspense fallback={loading}>
              <PendingSummary outcome={outcome} />
            </Suspense>
          ) : (
            searchSummary(outcome)
          )
        }
        clear={
          pending ? (
            <Suspense fallback={null}>
              <PendingClear outcome={outcome} />
            </Suspense>
          ) : (
            <ClearAll outcome={outcome} />
          )
        }
      >
        {pending ? (
          <Suspense fallback={<Loading />}>
            <PendingResults outcome={outcome} />
          </Suspense>
        ) : (
          <SearchResults outcome={outcome} />
        )}
      </LiveResults>
    </section>
  );
}

async function PendingSummary({ outcome }: { outcome: Promise<SearchOutcome> }) {
  return searchSummary(await outcome);
}

async function PendingClear({ outcome }: { outcome: Promise<SearchOutcome> }) {
  return <ClearAll outcome={await outcome} />;
}

async function PendingFilters({ outcome }: { outcome: Promise<SearchOutcome> }) {
  return <Filters outcome={await outcome} />;
}

async function PendingResults({ outcome }: { outcome: Promise<SearchOutcome> }) {
  return <SearchResults outcome={await outcome} />;
}

/** Section 4: a blocking loading dialog while openings load, over a skeleton of the list. */
function Loading() {
  return (
    <div className={styles.loading}>
      <div className={styles.dialog} role="dialog" aria-modal="true" aria-label={loading}>
        <LoadingScreen message={loading} />
      </div>
      <div aria-hidden="true" data-skeleton="">
        {Array.from({ length: 8 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
          <div className={styles.row} key={row}>
            <span className={classNames(styles.bone, styles.role)} />
            <span className={classNames(styles.bone, styles.city)} />
            <span className={classNames(styles.bone, styles.note)} />
          </div>
        ))}
      </div>
    </div>
  );
}
