import { texts } from '#language';
import { listPageHref } from '#src/addresses.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import { parseQuery } from '#src/domain/catalogue/search-query.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { htmlToText } from '#src/html/html-text.ts';
import { fill, fillElements } from '#src/language/format.ts';
import { timeText } from '#src/language/format-date.ts';
import { formatList } from '#src/language/format-list.ts';
import { synonyms } from '#src/language/languages.ts';
import { quotedText } from '#src/language/search-words.ts';
import type { FoundOpenings, SearchOutcome } from '../find-openings.ts';
import { AlertLink } from '../list/alert-link.tsx';
import { EmptyState } from '../list/empty-state.tsx';
import { ListFilters } from '../list/list-filters.tsx';
import { type FindMatches, matcherOf } from '../list/marked-text.tsx';
import { OpeningList } from '../list/opening-list.tsx';
import { PageLinks } from '../list/page-links.tsx';
import { pageOfResults } from '../search-summary.ts';
import styles from './search-results.module.css';

const mostOthers = 6;
const mostWords = 3;

export function SearchResults({ outcome }: { outcome: SearchOutcome }) {
  if (outcome.kind === 'unavailable')
    return (
      <UnavailableAlert href={listPageHref(outcome.search)}>
        {texts().openings.list.fault}
      </UnavailableAlert>
    );
  const { search, staleSince, offersAlerts } = outcome;
  const { page, pages, openings, added } = pageOfResults(outcome);
  const isEmpty = openings.length + added.length === 0;
  return (
    <>
      {staleSince ? <StaleAlert since={staleSince} /> : null}
      {openings.length > 0 ? (
        <OpeningList
          openings={openings}
          city={search.city}
          findMatches={listMatcher(search, search.q)}
        />
      ) : null}
      {added.length > 0 ? <Added outcome={outcome} openings={added} /> : null}
      {isEmpty ? <Nothing outcome={outcome} /> : null}
      {pages > 1 ? <PageLinks search={search} page={page} pages={pages} /> : null}
      {offersAlerts && !isEmpty ? (
        <p className={styles.alert}>
          <AlertLink search={search} />
        </p>
      ) : null}
    </>
  );
}

/** A search without a company keeps its list, which has nothing to do with the text. */
const listMatcher = ({ company_id }: Search, q: string): FindMatches | undefined =>
  q === '' || company_id === '' ? undefined : matcherOf(q);

/** The openings that the site adds to those of the API host, and why. */
function Added({
  outcome: { search, openings: own, corrected },
  openings,
}: {
  outcome: FoundOpenings;
  openings: readonly Opening[];
}) {
  const { list } = texts().openings;
  const text = search.q;
  const { meansAll } = parseQuery(text, synonyms);
  const findMatches = meansAll ? undefined : listMatcher(search, corrected ?? text);
  const words = findMatches && corrected === undefined ? foundWords(openings, findMatches) : [];
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
      <OpeningList openings={openings} city={search.city} level={4} findMatches={findMatches} />
    </>
  );
}

/** Returns what a text has matched in the role of each opening, or else in its skills, or else in its description. */
function foundWords(openings: readonly Opening[], findMatches: FindMatches): string[] {
  const words = openings.flatMap(({ role_name, requiredskill, extra_skill, jobdescription }) => {
    const texts = [role_name, requiredskill, extra_skill, htmlToText(jobdescription)];
    const text = texts.find((one) => findMatches(one).length > 0) ?? '';
    return findMatches(text).map(([start, end]) => text.slice(start, end).toLowerCase());
  });
  return [...new Set(words)].slice(0, mostWords);
}

/** If no opening is found, the page shows openings that are similar to the search. */
function Nothing({ outcome }: { outcome: FoundOpenings }) {
  const { search, everywhere, nearby } = outcome;
  const { list } = texts().openings;
  const others = everywhere?.openings.slice(0, mostOthers) ?? [];
  const isOfCompany = search.company_id !== '' && nearby[0]?.company_id === search.company_id;
  return (
    <>
      {others.length > 0 ? (
        <>
          <h3 className={styles.added}>
            {everywhere?.corrected === undefined
              ? list.atOthers
              : fill(list.atOthersFor, {
                  corrected: everywhere.corrected,
                  text: quotedText(search.q),
                })}
          </h3>
          <OpeningList
            openings={others}
            city={search.city}
            level={4}
            findMatches={listMatcher(search, everywhere?.corrected ?? search.q)}
          />
        </>
      ) : null}
      <EmptyState outcome={outcome} />
      {others.length === 0 && nearby.length > 0 ? (
        <>
          <h3 className={styles.added}>{isOfCompany ? list.ofCompany : list.similar}</h3>
          <OpeningList openings={nearby} level={4} />
        </>
      ) : null}
    </>
  );
}

export function Filters({ outcome }: { outcome: SearchOutcome }) {
  return outcome.kind === 'found' ? <ListFilters outcome={outcome} /> : null;
}

export function UnavailableAlert({ href, children }: { href: string; children: string }) {
  const { faultTitle, retry } = texts().openings.list;
  return (
    <Alert tone="error" title={faultTitle}>
      <p>{children}</p>
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
