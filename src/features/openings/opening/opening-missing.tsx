import type { ReactNode } from 'react';
import { listHref, openingHref } from '#src/addresses.ts';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { requestContext } from '#src/request/request-context.ts';
import { findInstead } from '../find-openings.ts';
import { SearchResults, UnavailableAlert } from '../search/search-results.tsx';
import styles from './opening-missing.module.css';

const similarCount = 6;

/**
 * Tells that an opening does not exist (contract decision 3: status 404) or, with `closed`, that the API host states that
 * it was closed (status 410). It offers openings of the same company and cities, or similar ones, or all if there are none.
 * `opening` is the closed one, if it is known.
 */
export async function OpeningMissing({
  id,
  closed = false,
  opening,
  children,
}: {
  id: string;
  closed?: boolean;
  opening?: Opening | undefined;
  children?: ReactNode;
}) {
  if (closed) requestContext().gone();
  const { outcome, areSimilar } = await findInstead(id, similarCount, opening);
  const title = closed ? 'Opening closed' : 'Opening not found';
  const name = opening
    ? [opening.role_name, opening.company_name].filter(Boolean).join(' at ')
    : 'It';
  const text = closed
    ? `${name} was filled or taken down, and takes no more applications.`
    : 'It may have been filled or taken down, or its address was mistyped.';
  return (
    <div className="wrap">
      <title>{`${title} | ${siteConfig.brand.companyName}`}</title>
      <meta name="description" content={text} />
      <meta name="robots" content="noindex" />
      <PageHead title={closed ? 'This opening is closed.' : 'We could not find that opening.'}>
        <p>{text}</p>
      </PageHead>
      {children}
      <section className={`side-heading ${styles.others}`} aria-labelledby="other-openings">
        <h2 id="other-openings">{areSimilar ? 'Similar openings' : 'Openings you can apply to'}</h2>
        <div>
          <SearchResults outcome={outcome} />
          {areSimilar ? (
            <p className={styles.all}>
              <a href={listHref()}>See all openings</a>
            </p>
          ) : null}
        </div>
      </section>
    </div>
  );
}

/** Tells that the API host does not return the opening and the cache does not contain it (status 503). */
export function OpeningUnavailable({ id }: { id: string }) {
  requestContext().unavailable();
  return (
    <>
      <PageHead title="This opening cannot be shown right now." />
      <UnavailableAlert href={openingHref(id)}>
        The list of jobs is not answering. Please try again in a minute.
      </UnavailableAlert>
    </>
  );
}
