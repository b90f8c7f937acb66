import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { findOpenings } from './find-openings.ts';
import styles from './opening-missing.module.css';
import { openingPath } from './search-address.ts';
import { OpeningsAnswer } from './search-results.tsx';

/** No such opening (contract decision 3): says so and offers the others. */
export async function OpeningMissing() {
  const outcome = await findOpenings({ company_id: '', q: '' });
  return (
    <>
      <PageHead title="We could not find that opening.">
        <p>It may have been filled or taken down, or its address was mistyped.</p>
      </PageHead>
      <section className={styles.others} aria-labelledby="other-openings">
        <h2 id="other-openings">Openings you can apply to</h2>
        <OpeningsAnswer outcome={outcome} />
      </section>
    </>
  );
}

/** The API does not answer and this opening was not read before: nothing to show but the way on. */
export function OpeningUnavailable({ id }: { id: string }) {
  return (
    <>
      <PageHead title="This opening cannot be shown right now." />
      <Alert tone="error" title="This is our fault, not yours.">
        <p>The list of jobs is not answering. Please try again in a minute.</p>
        <p>
          <ButtonLink variant="quiet" href={openingPath(id)}>
            Try again
          </ButtonLink>
        </p>
      </Alert>
    </>
  );
}
