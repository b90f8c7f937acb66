import { PageHead } from '#src/components/page-head/page-head.tsx';
import { findOpenings } from './find-openings.ts';
import styles from './opening-missing.module.css';
import { openingPath } from './search-address.ts';
import { SearchResults, UnavailableAlert } from './search-results.tsx';

/** An opening that does not exist (contract decision 3), with the list of the other openings. */
export async function OpeningMissing() {
  const outcome = await findOpenings({ company_id: '', q: '' });
  return (
    <>
      <PageHead title="We could not find that opening.">
        <p>It may have been filled or taken down, or its address was mistyped.</p>
      </PageHead>
      <section className={`side-heading ${styles.others}`} aria-labelledby="other-openings">
        <h2 id="other-openings">Openings you can apply to</h2>
        <SearchResults outcome={outcome} />
      </section>
    </>
  );
}

/** An opening that the API host does not return and the cache does not contain. */
export function OpeningUnavailable({ id }: { id: string }) {
  return (
    <>
      <PageHead title="This opening cannot be shown right now." />
      <UnavailableAlert href={openingPath(id)}>
        The list of jobs is not answering. Please try again in a minute.
      </UnavailableAlert>
    </>
  );
}
