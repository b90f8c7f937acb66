import type { ReactNode } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { IllustrationSlider } from '#src/components/illustration/illustration.tsx';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { closingZone, isPastClosing } from '#src/domain/rules/closing-date.ts';
import { sanitizeDescription } from '#src/server/sanitizer.ts';
import { citiesOf, dateText, employmentText, payText } from './formatters.ts';
import styles from './opening-details.module.css';
import { openingPath } from './search-address.ts';
import { ShareLinks } from './share-links.tsx';

/** Section 2, application page: all of an opening, above the form. `formId` is where Apply Now leads. */
export function OpeningDetails({ opening, formId }: { opening: Opening; formId: string }) {
  const { hero, openings } = siteConfig;
  const { label, href } = openings.readMore;
  const cities = citiesOf(opening.locations).join(', ');
  return (
    <article className={styles.opening} aria-labelledby="opening-title">
      <PageHead
        eyebrow={[opening.company_name, opening.jobstatus].filter(Boolean).join(' · ')}
        title={<span id="opening-title">{opening.role_name}</span>}
        aside={<IllustrationSlider label={hero.slidesLabel} kind="page" slides={hero.slides} />}
      >
        {cities === '' ? null : <p>{cities}</p>}
      </PageHead>
      {isPastClosing(opening.closing_date, closingZone.page, new Date()) ? (
        <ClosingPassed opening={opening} />
      ) : null}
      <dl className={styles.facts}>
        <Fact name="Job status">{opening.jobstatus}</Fact>
        <Fact name="Required skill">{opening.requiredskill}</Fact>
        <Fact name="Extra skills">{opening.extra_skill}</Fact>
        <Fact name="Employment type">
          {opening.employment_type && employmentText(opening.employment_type)}
        </Fact>
        <Fact name="Pay">{opening.salary && payText(opening.salary)}</Fact>
        <Fact name="Posted">{opening.date_posted && <Day iso={opening.date_posted} />}</Fact>
        <Fact name="Closing date">
          {opening.closing_date && <Day iso={opening.closing_date} />}
        </Fact>
      </dl>
      <section className={styles.description} aria-labelledby="description-title">
        <h2 id="description-title">About the job</h2>
        <Description html={opening.jobdescription} />
      </section>
      <div className={styles.actions}>
        <ButtonLink href={`#${formId}`} data-scroll-to="">
          Apply Now
        </ButtonLink>
        <Lightbox label={label}>
          <ButtonLink variant="plain" href={href} data-lightbox="content">
            {label}
          </ButtonLink>
        </Lightbox>
        <ShareLinks path={openingPath(opening.id)} roleName={opening.role_name} />
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === '') return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dateText(iso)}</time>;
}

/** Text without any element keeps its line breaks: some hosts send no HTML at all. */
function Description({ html }: { html: string }) {
  const clean = sanitizeDescription(html);
  const plain = !clean.includes('<');
  return (
    <div
      className={`prose ${plain ? styles.plain : ''}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, see decision 080.
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

/** The host still lists it, so it may still be read and applied to: the visitor decides (decision 084). */
function ClosingPassed({ opening }: { opening: Opening }) {
  return (
    <Alert tone="info" title="The closing date has passed.">
      <p>
        Applications for this job were asked for by{' '}
        {opening.closing_date ? dateText(opening.closing_date) : null}. One that comes later may not
        be read. <a href="/#openings">See the other openings</a>.
      </p>
    </Alert>
  );
}
