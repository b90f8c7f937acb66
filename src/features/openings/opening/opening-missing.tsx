import type { ReactNode } from 'react';
import { texts } from '#language';
import { listHref, openingHref } from '#src/addresses.ts';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { fill } from '#src/language/format.ts';
import { pageTitle } from '#src/language/titles.ts';
import { requestContext } from '#src/request/request-context.ts';
import { findReplacements } from '../data/find-opening.ts';
import { AlertLink, SearchResults, UnavailableAlert } from '../search/search-results.tsx';
import styles from './opening-missing.module.css';

const similarCount = 6;

/**
 * Tells that an opening does not exist (contract decision 3: status 404) or, with `closed`, that the API host states
 * that it was closed (status 410). It offers openings at the same company or in the same cities, or similar ones, or
 * else the list. `opening` is the closed opening, if it is known.
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
  const { outcome, areSimilar, offersAlerts } = await findReplacements(id, similarCount, opening);
  const { list, missing } = texts().openings;
  const title = closed ? missing.closedTitle : missing.title;
  const text = closed ? closedText(opening) : missing.text;
  return (
    <div className="wrap">
      <title>{pageTitle(title)}</title>
      <meta name="description" content={text} />
      <meta name="robots" content="noindex" />
      <PageHead title={closed ? missing.closedHeading : missing.heading}>
        <p>{text}</p>
        {opening && offersAlerts ? (
          <p>
            <AlertLink search={searchLike(opening)} />
          </p>
        ) : null}
      </PageHead>
      {children}
      <section className={`side-heading ${styles.others}`} aria-labelledby="other-openings">
        <h2 id="other-openings">{areSimilar ? list.similar : missing.others}</h2>
        <div>
          <SearchResults outcome={outcome} />
          {areSimilar ? (
            <p className={styles.all}>
              <a href={listHref()}>{missing.all}</a>
            </p>
          ) : null}
        </div>
      </section>
    </div>
  );
}

/** Returns a search for the role at all companies, and in the city if the opening has only one. */
function searchLike({ role_name, locations }: Opening): Search {
  const cities = new Set(locations.map(({ city }) => city.trim()));
  const [city = ''] = cities;
  return readSearch({ q: role_name, ...(cities.size === 1 && { city }) });
}

function closedText(opening: Opening | undefined): string {
  const { closed, closedNamed, roleAtCompany } = texts().openings.missing;
  if (!opening) return closed;
  const { role_name: role, company_name: company } = opening;
  const name = role && company ? fill(roleAtCompany, { role, company }) : role || company;
  return fill(closedNamed, { opening: name });
}

/** Tells that the API host does not return the opening and the cache does not contain it (status 503). */
export function OpeningUnavailable({ id }: { id: string }) {
  requestContext().unavailable();
  return (
    <>
      <PageHead title={texts().openings.missing.unavailableHeading} />
      <UnavailableAlert href={openingHref(id)} />
    </>
  );
}
