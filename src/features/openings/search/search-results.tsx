import { texts } from '#language';
import { alertsHref, contactHref, listPageHref } from '#src/addresses.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { hasFeature } from '#src/config/site.ts';
import type { Alternatives } from '#src/domain/catalogue/catalogue.ts';
import { allOpenings, type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import { matchesIn, type Sequence } from '#src/domain/catalogue/words.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { fill, fillElements, formatList } from '#src/language/format.ts';
import { timeText } from '#src/language/format-date.ts';
import { quotedText } from '#src/language/search-words.ts';
import type { FoundForPage, FoundOpenings, PageOutcome } from '../data/find-openings.ts';
import { pageOfResults, searchSummary } from '../data/search-summary.ts';
import { ClearAll, ListFilters } from '../list/list-filters.tsx';
import { listLink } from '../list/list-link.ts';
import { OpeningList } from '../list/opening-list.tsx';
import { PageLinks } from '../list/page-links.tsx';
import styles from './search-results.module.css';

const maxWords = 3;

export type ResultParts = ReturnType<typeof resultParts>;
/** Returns the parts of the section with the list, for the page and for a search without a page load. */
export const resultParts = (outcome: PageOutcome) => ({
  summary: searchSummary(outcome),
  clear: <ClearAll outcome={outcome} />,
  filters: <ListFilters outcome={outcome} />,
  view: <SearchResults outcome={outcome} />,
});

export function SearchResults({ outcome }: { outcome: PageOutcome }) {
  if (outcome.kind === 'unavailable')
    return <UnavailableAlert href={listPageHref(outcome.search)} />;
  const { search, matched, staleSince, alternatives, offersAlerts } = outcome;
  const { page, pages, openings, related } = pageOfResults(outcome);
  return (
    <>
      {staleSince ? <StaleAlert since={staleSince} /> : null}
      {openings.length > 0 ? (
        <OpeningList openings={openings} cities={search.city} matched={matched} />
      ) : null}
      {related.length > 0 ? <RelatedOpenings outcome={outcome} openings={related} /> : null}
      {alternatives ? <Nothing outcome={outcome} alternatives={alternatives} /> : null}
      {pages > 1 ? <PageLinks search={search} page={page} pages={pages} /> : null}
      {offersAlerts && !alternatives ? (
        <p className={styles.alert}>
          <AlertLink search={search} />
        </p>
      ) : null}
    </>
  );
}

/** The openings that the catalogue adds to the results of the API host, and the reason for it. */
function RelatedOpenings({
  outcome: { search, openings: own, corrected, meansAll, matched },
  openings,
}: {
  outcome: FoundOpenings;
  openings: readonly Opening[];
}) {
  const { list } = texts().openings;
  const text = search.q;
  const words = meansAll || corrected !== undefined ? [] : foundWords(openings, matched);
  const close = own.length > 0 ? list.alsoClose : list.close;
  return (
    <>
      <h3 className={styles.added}>
        {corrected === undefined
          ? fill(meansAll ? list.meansAll : close, { text: quotedText(text) })
          : fill(list.correctedText, { corrected, text: quotedText(text) })}
      </h3>
      {words.length > 0 ? (
        <p className={styles.words}>{fill(list.foundBy, { words: formatList(words) })}</p>
      ) : null}
      <OpeningList
        openings={openings}
        cities={search.city}
        level={4}
        matched={meansAll ? [] : matched}
      />
    </>
  );
}

/** Returns the words that a text matches in the role of each opening, or else in its skills or description. */
function foundWords(openings: readonly Opening[], matched: readonly Sequence[]): string[] {
  const words = openings.flatMap(({ role_name, requiredskill, extra_skill, jobdescription }) => {
    const texts = [role_name, requiredskill, extra_skill, htmlToText(jobdescription)];
    const text = texts.find((one) => matchesIn(one, matched).length > 0) ?? '';
    return matchesIn(text, matched).map(([start, end]) => text.slice(start, end).toLowerCase());
  });
  return [...new Set(words)].slice(0, maxWords);
}

/** If no opening is found, the page offers matches at other companies, or else similar openings below its links. */
function Nothing({
  outcome: { search, catalogue, offersAlerts },
  alternatives: { kind, openings, corrected, matched },
}: {
  outcome: FoundForPage;
  alternatives: Alternatives;
}) {
  const { list } = texts().openings;
  const text = quotedText(search.q);
  const headings = {
    elsewhere:
      corrected === undefined ? list.atOthers : fill(list.atOthersFor, { corrected, text }),
    'of-company': list.ofCompany,
    similar: list.similar,
  };
  const offers = openings.length > 0 && (
    <>
      <h3 className={styles.added}>{headings[kind]}</h3>
      <OpeningList
        openings={openings}
        cities={kind === 'elsewhere' ? search.city : undefined}
        level={4}
        matched={matched}
      />
    </>
  );
  return (
    <>
      {kind === 'elsewhere' ? offers : null}
      <p className={styles.links}>
        {catalogue?.openings.length === 0 ? null : (
          <ButtonLink variant="secondary" {...listLink(allOpenings)}>
            {list.showAll}
          </ButtonLink>
        )}
        {offersAlerts ? <AlertLink search={search} /> : null}
        {hasFeature('/contact') ? <a href={contactHref()}>{list.ask}</a> : null}
      </p>
      {kind === 'elsewhere' ? null : offers}
    </>
  );
}

export function AlertLink({ search }: { search: Search }) {
  const { alertLike, alertAll } = texts().openings.list;
  return (
    <a href={alertsHref(search)} rel="nofollow">
      {searchQuery(search, 'alert') === '' ? alertAll : alertLike}
    </a>
  );
}

export function UnavailableAlert({ href }: { href: string }) {
  const { faultTitle, fault, retry } = texts().openings.list;
  return (
    <Alert tone="error" title={faultTitle}>
      <p>{fault}</p>
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
          time: <time dateTime={since.toISOString()}>{timeText(since, new Date())}</time>,
        })}
      </p>
    </Alert>
  );
}
