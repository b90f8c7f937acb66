'use client';

import type { ReactNode } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { LoadingBox } from '#src/components/overlay/loading-box.tsx';
import { useOpeningsSearch } from './search-context.client.tsx';
import styles from './search-results.module.css';

/**
 * The list as the server drew it with the page, and then what each search brings. While one is under
 * way the list is blocked by the loading dialog; the search box is not, or nobody could type on.
 */
export function SearchResults({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const { answer, asking, failed } = useOpeningsSearch();
  return (
    <div className={styles.results} aria-busy={asking}>
      <p className={styles.summary} role="status">
        {answer?.summary ?? summary}
      </p>
      {failed ? (
        <Alert tone="error" title="The search did not get through.">
          Check your connection and search again. You still see what was found before.
        </Alert>
      ) : null}
      <div inert={asking}>{answer ? answer.view : children}</div>
      {asking ? (
        <div className={styles.loading} role="dialog" aria-label="Loading openings…">
          <LoadingBox message="Loading openings…" />
        </div>
      ) : null}
    </div>
  );
}
