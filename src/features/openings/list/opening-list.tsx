import { Fragment } from 'react';
import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import { statusAt } from '#src/config/site-time.ts';
import { isNewlyPosted } from '#src/domain/catalogue/opening-dates.ts';
import { matchesIn, type Sequence } from '#src/domain/catalogue/words.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { latestElement, staticHtml } from '#src/framework/static-html.tsx';
import { htmlToText } from '#src/html/html-text.ts';
import { langOf, plural } from '#src/language/format.ts';
import { isoDay } from '#src/language/format-date.ts';
import { closingText, employmentFacts, payText, placesOf } from '#src/language/opening-facts.ts';
import { site } from '#src/language/server.ts';
import { lineAround, MarkedText, markedPreview } from './marked-text.tsx';
import { OpeningActions } from './opening-actions.tsx';
import styles from './opening-list.module.css';
import panel from './opening-panel.module.css';

interface PanelOptions {
  /** The cities of the search, which each row names first. */
  readonly cities?: readonly string[] | undefined;
  readonly level?: 3 | 4;
  /** The words that are marked in the rows. */
  readonly matched?: readonly Sequence[];
}

/**
 * Renders the openings as collapsible panels (section 2, home). They are sent as HTML without flight data, which would
 * repeat every text (decision 014).
 */
export function OpeningList({
  openings,
  cities,
  level = 3,
  matched = [],
}: PanelOptions & { readonly openings: readonly Opening[] }) {
  const now = new Date();
  const statusOf = statusAt(now);
  const today = isoDay(now);
  const panels = openings.map((opening) => {
    const isClosed = statusOf(opening) === 'closed';
    const create = () => (
      <OpeningPanel key={opening.id} {...{ opening, cities, level, matched, today, isClosed }} />
    );
    // Rows with marks are not cached, because visitors search for different words.
    return matched.length > 0
      ? create()
      : latestElement(opening, `${today} ${isClosed} ${level} ${cities}`, create);
  });
  return staticHtml(panels, { as: 'ul', className: styles.list });
}

/**
 * The browser's search finds the content of a details element. HTML allows a heading only as a direct child of the summary.
 */
function OpeningPanel({
  opening,
  cities,
  level,
  matched,
  today,
  isClosed,
}: Required<PanelOptions> & {
  readonly opening: Opening;
  readonly today: string;
  readonly isClosed: boolean;
}) {
  const { role_name, salary, date_posted, closing_date } = opening;
  const [city, ...otherCities] = placesOf(opening, cities);
  const isNew = isNewlyPosted(today, date_posted);
  const closing = closing_date ? closingText(closing_date, today, isClosed) : undefined;
  const { list } = texts().openings;
  const lang = langOf(opening.language);
  const description = htmlToText(opening.jobdescription);
  const matches = matchesIn(description, matched);
  const line = lineAround(description, matches);
  const own = opening.company_name.trim();
  const Heading = `h${level}` as const;
  return (
    <li>
      <details className={panel.panel}>
        <summary>
          <Heading lang={lang} dir="auto">
            <MarkedText text={role_name} matches={matchesIn(role_name, matched)} />
          </Heading>
          {city === undefined ? null : (
            <span className={panel.aside}>
              {city}
              {otherCities.length > 0 ? <OtherCities cities={otherCities} /> : null}
            </span>
          )}
          <span className={panel.below}>
            <span className={panel.lead}>
              {isNew ? (
                <>
                  <span className={styles.new}>{list.new}</span>{' '}
                </>
              ) : null}
              {own === site().brand.companyName ? '' : own}
            </span>
            <PanelNote opening={opening} closing={closing} />
            {salary ? <span className={panel.detail}>{payText(salary)}</span> : null}
          </span>
          {line ? (
            <span className={panel.line}>
              <span lang={lang} dir="auto">
                <MarkedText {...line} />
              </span>
            </span>
          ) : null}
        </summary>
        <div>
          <p lang={lang} dir="auto">
            <MarkedText {...markedPreview(description, matches)} />
          </p>
          <OpeningActions opening={opening}>
            <a href={`${openingHref(opening.id)}#description-title`}>{list.read}</a>
          </OpeningActions>
        </div>
      </details>
    </li>
  );
}

/** Section 3: the home page has a fixed name in place of the company's name, which the row shows above. */
function PanelNote({
  opening,
  closing,
}: {
  opening: Opening;
  closing: ReturnType<typeof closingText> | undefined;
}) {
  const { status, type } = employmentFacts(opening);
  const facts = [site().brand.companyName, status, type].filter(Boolean).map(withoutBreaks);
  const lang = langOf(opening.language);
  return (
    <span className={panel.note}>
      {lang === undefined
        ? facts.join(', ')
        : facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 ? ', ' : ''}
              {fact === withoutBreaks(status) ? <span lang={lang}>{fact}</span> : fact}
            </Fragment>
          ))}
      {closing ? (
        <>
          {facts.length > 0 ? ', ' : ''}
          <span className={closing.isSoon ? styles.soon : styles.closing}>{closing.text}</span>
        </>
      ) : null}
    </span>
  );
}

/** A short part of a fact, such as 'Full time', stays on one line. */
const withoutBreaks = (fact: string) =>
  fact.replace(/(?<=^|, )[^,]{1,16}(?=,|$)/g, (part) => part.replaceAll(' ', '\u00a0'));

/** A wide screen shows two more cities and the number of the rest, a narrow one only the number of all. */
function OtherCities({ cities }: { cities: readonly string[] }) {
  const named = cities.slice(0, 2);
  const further = cities.length - named.length;
  return (
    <>
      <span className={styles.others}>
        {`, ${named.join(', ')}`}
        {further > 0 ? <span className={styles.more}> {moreCities(further)}</span> : null}
      </span>
      <span className={`${styles.more} ${styles.count}`}> {moreCities(cities.length)}</span>
    </>
  );
}

const moreCities = (count: number) => plural(texts().openings.list.moreCities, count);
