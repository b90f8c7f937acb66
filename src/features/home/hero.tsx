import type { ReactNode } from 'react';
import { IllustrationSlider } from '#src/components/illustration/illustration.tsx';
import { Typewriter } from '#src/components/typewriter/typewriter.client.tsx';
import { siteConfig } from '#src/config/site.ts';
import { staticHtml } from '#src/document/static-html.tsx';
import styles from './hero.module.css';

const { hero, intro } = siteConfig;

/**
 * The headline, the illustrations and the search. The illustrations come first in the HTML: on a slow
 * connection the text is painted while it arrives, and illustrations after it would move it.
 */
export function Hero({ search }: { search: ReactNode }) {
  return (
    <div className={styles.hero}>
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.illustrations}>
          <IllustrationSlider
            label={hero.slidesLabel}
            kind="home"
            slides={hero.slides}
            sizes="14rem"
          />
        </div>
        <div className={styles.content}>
          <p className={styles.eyebrow}>{hero.eyebrow}</p>
          <h1 className={styles.headline}>
            <Typewriter text={hero.headline} />
          </h1>
          <p className={styles.text}>{hero.text}</p>
        </div>
        <div className={styles.search}>{search}</div>
      </div>
    </div>
  );
}

const moreId = 'intro-more';

const introSection = (
  <section id="intro" className={styles.intro} aria-labelledby="intro-title">
    <div className={`wrap ${styles.introGrid}`}>
      <h2 id="intro-title" className={styles.introTitle}>
        {intro.title}
      </h2>
      <button type="button" className={styles.opener} popoverTarget={moreId}>
        Our story
      </button>
      <div id={moreId} popover="auto" className={`bottom-sheet ${styles.more}`}>
        <div className={styles.paragraphs}>
          {intro.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className={styles.figures}>
          {intro.figures.map(({ figure, text }) => (
            <div key={text} className={styles.figure}>
              <dt>{text}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <button
          type="button"
          className={styles.opener}
          popoverTarget={moreId}
          popoverTargetAction="hide"
        >
          Close
        </button>
      </div>
    </div>
  </section>
);

/**
 * The introduction of the company: a statement, paragraphs and key figures. On narrow screens the statement alone
 * is shown and the rest is a sheet (a native popover), so that the openings are near.
 */
export const Intro = () => staticHtml(introSection);
