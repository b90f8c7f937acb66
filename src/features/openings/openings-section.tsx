import { Suspense } from 'react';
import { LoadingScreen } from '#src/components/overlay/loading-screen.tsx';
import { SkeletonMenu } from '#src/components/skeleton/skeleton.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { SearchOutcome } from './find-openings.ts';
import styles from './openings-section.module.css';
import { SearchResults } from './search-results.client.tsx';
import { OpeningsAnswer } from './search-results.tsx';
import { searchSummary } from './search-summary.ts';

const loading = 'Loading openings…';

/**
 * The home page's openings, where the menu's Apply Now leads. Stands inside `OpeningsSearch`. An outcome
 * still on its way streams in behind the loading dialog; without script it is shown by style alone.
 */
export function OpeningsSection({ outcome }: { outcome: SearchOutcome | Promise<SearchOutcome> }) {
  const later = outcome instanceof Promise;
  return (
    <section id="openings" className={styles.section} aria-labelledby="openings-title">
      <h2 id="openings-title">{siteConfig.openings.title}</h2>
      <p className={styles.intro}>{siteConfig.openings.text}</p>
      <SearchResults
        summary={
          later ? (
            <Suspense fallback={loading}>
              <LateSummary outcome={outcome} />
            </Suspense>
          ) : (
            searchSummary(outcome)
          )
        }
      >
        {later ? (
          <Suspense fallback={<Loading />}>
            <LateAnswer outcome={outcome} />
          </Suspense>
        ) : (
          <OpeningsAnswer outcome={outcome} />
        )}
      </SearchResults>
    </section>
  );
}

async function LateSummary({ outcome }: { outcome: Promise<SearchOutcome> }) {
  return searchSummary(await outcome);
}

async function LateAnswer({ outcome }: { outcome: Promise<SearchOutcome> }) {
  return <OpeningsAnswer outcome={await outcome} />;
}

/** Section 4: a blocking loading dialog while openings load, over lines in the shape of the list. */
function Loading() {
  return (
    <div className={styles.loading}>
      <div className={styles.dialog} role="dialog" aria-modal="true" aria-label={loading}>
        <LoadingScreen message={loading} />
      </div>
      <SkeletonMenu rows={8} />
    </div>
  );
}
