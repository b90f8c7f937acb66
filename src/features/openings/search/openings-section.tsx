import { type ReactNode, Suspense } from 'react';
import { texts } from '#language';
import { classNames } from '#src/components/class-names.ts';
import { LoadingScreen } from '#src/components/overlay/loading-screen.tsx';
import { site } from '#src/language/server.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import styles from './openings-section.module.css';
import { LiveFilters, LiveResults } from './search-context.client.tsx';
import type { ResultParts } from './search-results.tsx';

/**
 * The section must be inside `OpeningsSearch`. Pending parts replace their fallbacks later; without script the stylesheet
 * makes them visible.
 */
export function OpeningsSection({ parts }: { parts: ResultParts | Promise<ResultParts> }) {
  addBrowserTexts('homeSearch', 'device');
  const part = (name: keyof ResultParts, fallback: ReactNode = null) =>
    parts instanceof Promise ? (
      <Suspense fallback={fallback}>{parts.then((loaded) => loaded[name])}</Suspense>
    ) : (
      parts[name]
    );
  const { title, text } = site().openings;
  return (
    <section id="openings" className={styles.section} aria-labelledby="openings-title">
      <div className={styles.rail}>
        <h2 id="openings-title">{title}</h2>
        <p className={styles.intro}>{text}</p>
        <LiveFilters>{part('filters')}</LiveFilters>
      </div>
      <LiveResults summary={part('summary', texts().homeSearch.loading)} clear={part('clear')}>
        {part('view', <Loading />)}
      </LiveResults>
    </section>
  );
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
