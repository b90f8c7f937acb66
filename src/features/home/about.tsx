import { listHref } from '#src/addresses.ts';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { Parallax } from '#src/components/parallax/parallax.client.tsx';
import { PictureImage } from '#src/components/picture/picture-image.tsx';
import { Prose } from '#src/components/prose/prose.tsx';
import { Section } from '#src/components/section/section.tsx';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import { staticHtml } from '#src/framework/static-html.tsx';
import { plural } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import styles from './about.module.css';
import background from './benefits.module.css';

/** Each company links to its openings, if the catalogue has any. */
export function Companies({ catalogue }: { catalogue: Catalogue }) {
  const known = [...catalogue.companies().values()];
  return staticHtml(
    <Section id="companies" title={site().companies.title}>
      <ul className={styles.companies}>
        {site().companies.items.map(({ name, kind, text, background, picture }) => {
          const company = known.find((one) => nameKey(one.name) === nameKey(name));
          const href = company && listHref({ q: '', company_id: [company.id] });
          return (
            <li key={name} className={styles.company}>
              <Illustration
                background={background}
                pictures={[picture]}
                className={styles.illustration}
              />
              <div>
                <h3>{href ? <a href={href}>{name}</a> : name}</h3>
                {company ? (
                  <p className="note">{plural(texts().openings.count, company.count)}</p>
                ) : null}
                <p className={styles.kind}>{kind}</p>
                <Prose text={text} />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>,
  );
}

/** The background pictures are decorative, cut off at the edges of the section and never behind the text. */
export const Benefits = () => {
  const { benefits } = site();
  return (
    <section id="benefits" className={background.section} aria-labelledby="benefits-title">
      <div className={background.background} aria-hidden="true" data-print="no">
        {benefits.pictures.map((picture) => (
          <PictureImage key={picture.src} picture={picture} className={background.picture} />
        ))}
      </div>
      <div className={`wrap ${background.content}`}>
        <h2 id="benefits-title">{benefits.title}</h2>
        <dl className={styles.benefits}>
          {benefits.items.map(({ title, text }) => (
            <div key={title}>
              <dt className={styles.benefit}>{title}</dt>
              <Prose as="dd" text={text} />
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
};

const TestimonialPictures = () => (
  <>
    {site().testimonial?.pictures.map((picture) => (
      <PictureImage key={picture.src} picture={picture} className={styles.picture} />
    ))}
  </>
);

const Quotation = () => (
  <figure className={`wrap ${styles.figure}`}>
    <blockquote className={styles.quote}>
      <p>{site().testimonial?.text}</p>
    </blockquote>
    <figcaption className={styles.source}>{site().testimonial?.source}</figcaption>
  </figure>
);

export function Testimonial() {
  return (
    <section className={styles.testimonial} aria-label={site().testimonial?.label} data-print="no">
      <Parallax className={styles.parallax}>{staticHtml(TestimonialPictures)}</Parallax>
      {staticHtml(Quotation)}
    </section>
  );
}
