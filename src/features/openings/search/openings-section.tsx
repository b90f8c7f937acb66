import { type ReactNode, Suspense } from 'react';
import { texts } from '#language';
import { classNames } from '#src/components/class-names.ts';
import { LoadingScreen } from '#src/components/overlay/loading-screen.tsx';
import { site } from '#src/language/server.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import type { SearchOutcome } from '../find-openings.ts';
import { ClearAll, ListFilters } from '../list/list-filters.tsx';
import { searchSummary } from '../search-summary.ts';
import styles from './openings-section.module.css';
import { LiveFilters, LiveResults } from './search-context.client.tsx';
import { SearchResults } from './search-results.tsx';

/** The section must be inside `OpeningsSearch`. */
export function OpeningsSection({ outcome }: { outcome: SearchOutcome | Promise<SearchOutcome> }) {
  addBrowserTexts('homeSearch', 'device');
  const { title, text } = site().openings;
  return (
    <section id="openings" className={styles.section} aria-labelledby="openings-title">
      <div className={styles.rail}>
        <h2 id="openings-title">{title}</h2>
        <p className={styles.intro}>{text}</p>
        <LiveFilters>
          {whenKnown(outcome, null, (known) => (
            <ListFilters outcome={known} />
          ))}
        </LiveFilters>
      </div>
      <LiveResults
        summary={whenKnown(outcome, texts().homeSearch.loading, searchSummary)}
        clear={whenKnown(outcome, null, (known) => <ClearAll outcome={known} />)}
      >
        {whenKnown(outcome, <Loading />, (known) => (
          <SearchResults outcome={known} />
        ))}
      </LiveResults>
    </section>
  );
}

/** A pending outcome replaces the fallback later; without script the stylesheet makes it visible. */
function whenKnown(
  outcome: SearchOutcome | Promise<SearchOutcome>,
  fallback: ReactNode,
  render: (outcome: SearchOutcome) => ReactNode,
): ReactNode {
  if (!(outcome instanceof Promise)) return render(outcome);
  return <Suspense fallback={fallback}>{outcome.then(render)}</Suspense>;
}

/** Section 4: a blocking loading dialog covers a skeleton of the list while openings load. */
function Loading() {
  const { loading } = texts().homeSearch;
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
