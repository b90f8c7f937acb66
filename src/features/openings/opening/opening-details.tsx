import type { ReactNode } from 'react';
import { texts } from '#language';
import { listHref, siteHref } from '#src/addresses.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { asideSizes } from '#src/components/page-head/page-head.tsx';
import { configuredCompany } from '#src/config/companies.ts';
import { statusAt } from '#src/config/site-time.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { dateText, fill, fillElements, langOf, plural } from '#src/language/format.ts';
import { dateTimeText } from '#src/language/format-date.ts';
import { employmentFacts, payText, placesOf } from '#src/language/opening-facts.ts';
import { site } from '#src/language/server.ts';
import { OpeningActions } from '../list/opening-actions.tsx';
import { ApplyLink } from './apply-link.client.tsx';
import styles from './opening-details.module.css';

export function OpeningDetails({ opening, formId }: { opening: Opening; formId: string }) {
  const { hero, openings } = site();
  const names = texts().openings.opening;
  const { readMore } = openings;
  const company = configuredCompany(opening.company_name);
  const slides =
    company?.slides.map((picture) => ({
      background: company.background,
      pictures: [picture],
    })) ?? hero.slides;
  // The id selects one of the pictures of the company, so that its openings have different ones.
  const number = [...opening.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const picture = slides[number % slides.length];
  const places = placesOf(opening);
  const lang = langOf(opening.language);
  const placeName = opening.locations.length === 0 ? names.place : names.city;
  const { status, type } = employmentFacts(opening);
  const { salary, closing_date } = opening;
  return (
    <article className={styles.opening} aria-labelledby="opening-title">
      <nav className={styles.breadcrumb} aria-label={names.breadcrumb} data-print="no">
        <a href={listHref()} data-list="">
          <Icon name="arrow-left" /> {names.all}
        </a>
      </nav>
      <div className={styles.head}>
        <div className={styles.title}>
          {opening.company_name ? (
            <p className={styles.company}>
              <a href={listHref({ q: '', company_id: [opening.company_id] })}>
                {opening.company_name}
              </a>
            </p>
          ) : null}
          <h1 id="opening-title" lang={lang} dir="auto">
            {opening.role_name}
          </h1>
          {statusAt(new Date())(opening) === 'closed' ? (
            <PastClosingAlert opening={opening} />
          ) : null}
        </div>
        {/* On wide screens these are one card, which stays in view beside the text. */}
        <div className={styles.card}>
          <div className={styles.illustration} data-print="no">
            {picture ? <Illustration {...picture} sizes={asideSizes} /> : null}
          </div>
          <Properties
            of={[
              { name: names.pay, value: salary && payText(salary), wide: true },
              { name: names.status, value: status, lang },
              { name: names.type, value: type },
              { name: places.length > 1 ? names.cities : placeName, value: shortList(places) },
              { name: names.closingDate, value: timeOf(closing_date, dateTimeText) },
            ]}
          />
          <ApplyLink className={styles.first} formId={formId} label={names.apply} />
        </div>
      </div>
      <Properties
        of={[
          { name: names.skill, value: opening.requiredskill, lang, wide: true },
          { name: names.extraSkills, value: opening.extra_skill, lang, wide: true },
          { name: names.posted, value: timeOf(opening.date_posted, dateText) },
        ]}
      />
      <section className={styles.description} aria-labelledby="description-title">
        <h2 id="description-title">{names.about}</h2>
        <Description html={opening.jobdescription} lang={lang} />
      </section>
      <div className={styles.actions} data-print="no">
        <OpeningActions opening={opening} isPage>
          {readMore ? (
            <Lightbox label={readMore.label}>
              <ButtonLink variant="plain" href={siteHref(readMore.href)} data-lightbox="content">
                {readMore.label}
              </ButtonLink>
            </Lightbox>
          ) : null}
        </OpeningActions>
      </div>
      {/* A phone shows this link and not the one above. As the last element it stays in view until the form. */}
      <div className={styles.apply} data-apply-bar="" data-print="no">
        <ApplyLink formId={formId} label={names.apply} />
      </div>
    </article>
  );
}

export function ApplySection({
  id,
  opening: { role_name, salary, closing_date, language },
  children,
}: {
  id: string;
  opening: Opening;
  children: ReactNode;
}) {
  const { applyTitle, closes, stepForm, stepDocuments } = texts().openings.opening;
  return (
    <section id={id} className={styles.form} aria-labelledby={`${id}-title`}>
      <div className={styles.side} data-print="no">
        <h2 id={`${id}-title`}>{applyTitle}</h2>
        <div className={styles.job}>
          <p lang={langOf(language)} dir="auto">
            {role_name}
          </p>
          {salary ? <p>{payText(salary)}</p> : null}
          {closing_date ? <p>{fill(closes, { date: dateTimeText(closing_date) })}</p> : null}
          <p className={styles.step} data-step="1">
            {stepForm}
          </p>
          <p className={styles.step} data-step="2">
            {stepDocuments}
          </p>
        </div>
      </div>
      {children}
    </section>
  );
}

/** Lists places. If there are more than six, three are shown, and the others on request, as in the filters. */
function shortList(places: readonly string[]): ReactNode {
  if (places.length <= 6) return places.join(', ');
  return (
    <>
      {places.slice(0, 3).join(', ')}
      <details>
        <summary className="unfolds">
          {plural(texts().openings.filters.city.more, places.length)}
        </summary>
        {places.slice(3).join(', ')}
      </details>
    </>
  );
}

const timeOf = (iso: string | undefined, textOf: (iso: string) => string) =>
  iso && <time dateTime={iso}>{textOf(iso)}</time>;

interface Property {
  readonly name: string;
  readonly value: ReactNode;
  readonly lang?: string | undefined;
  /** Whether the value takes the full width of a phone. */
  readonly wide?: true;
}

const Properties = ({ of: properties }: { of: readonly Property[] }) => (
  <dl className={styles.properties}>
    {properties.map(({ name, value, lang, wide }) =>
      value ? (
        <div key={name} className={styles.property} data-wide={wide}>
          <dt>{name}</dt>
          <dd lang={lang} dir="auto">
            {value}
          </dd>
        </div>
      ) : null,
    )}
  </dl>
);

/** A description without elements is plain text; its line breaks are preserved. */
function Description({ html, lang }: { html: string; lang: string | undefined }) {
  const clean = sanitizeDescription(html);
  const plain = !clean.includes('<');
  return (
    <div
      lang={lang}
      dir="auto"
      className={`prose ${plain ? styles.plain : ''}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

/** The API host still lists the opening, so a visitor may still apply. */
function PastClosingAlert({ opening }: { opening: Opening }) {
  const { pastTitle, past, others } = texts().openings.opening;
  return (
    <Alert tone="info" title={pastTitle}>
      <p>
        {fillElements(past, {
          date: dateTimeText(opening.closing_date ?? ''),
          link: <a href={listHref()}>{others}</a>,
        })}
      </p>
    </Alert>
  );
}
