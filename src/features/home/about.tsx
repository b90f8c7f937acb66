import { Illustration } from '#src/components/illustration/illustration.tsx';
import { ImageSection } from '#src/components/image-section/image-section.tsx';
import { Parallax } from '#src/components/parallax/parallax.client.tsx';
import { PictureImage } from '#src/components/picture/picture-image.tsx';
import { Prose } from '#src/components/prose/prose.tsx';
import { Section } from '#src/components/section/section.tsx';
import { staticHtml } from '#src/framework/static-html.tsx';
import { site } from '#src/language/server.ts';
import styles from './about.module.css';

export const Companies = () => (
  <Section id="companies" title={site().companies.title}>
    <ul className={styles.companies}>
      {site().companies.items.map(({ name, kind, text, background, picture }) => (
        <li key={name} className={styles.company}>
          <Illustration
            background={background}
            pictures={[picture]}
            className={styles.illustration}
          />
          <div>
            <h3>{name}</h3>
            <p className={styles.kind}>{kind}</p>
            <Prose text={text} />
          </div>
        </li>
      ))}
    </ul>
  </Section>
);

export const Benefits = () => {
  const { benefits } = site();
  return (
    <ImageSection id="benefits" pictures={benefits.pictures}>
      <h2 id="benefits-title">{benefits.title}</h2>
      <dl className={styles.benefits}>
        {benefits.items.map(({ title, text }) => (
          <div key={title}>
            <dt className={styles.benefit}>{title}</dt>
            <Prose as="dd" text={text} />
          </div>
        ))}
      </dl>
    </ImageSection>
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
