import type { ReactNode } from 'react';
import { IllustrationSlider } from '#src/components/illustration/illustration.tsx';
import { characterGroups } from '#src/components/motion/motion-rules.ts';
import { Prose } from '#src/components/prose/prose.tsx';
import { Typewriter } from '#src/components/typewriter/typewriter.client.tsx';
import { site } from '#src/language/server.ts';
import styles from './hero.module.css';

const storyId = 'story';

/** The illustrations come first, because they would move the text if they arrived after it on a slow connection. */
export function Hero({ search }: { search: ReactNode }) {
  const { hero } = site();
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
            <Typewriter groups={characterGroups(hero.headline)} />
          </h1>
          <p className={styles.text}>{hero.text}</p>
        </div>
        <div className={styles.search}>{search}</div>
      </div>
    </div>
  );
}

/** The introduction before the list is one statement, so that the openings are near. */
export const Intro = () => (
  <section id="intro" className={styles.intro} aria-labelledby="intro-title">
    <div className={`wrap ${styles.statement}`}>
      <h2 id="intro-title" className={styles.introTitle}>
        {site().intro.title}
      </h2>
      <a className={styles.more} href={`#${storyId}`} data-scroll-to="">
        {site().intro.more}
      </a>
    </div>
  </section>
);

/** The rest of the introduction follows the list: paragraphs and key figures. */
export const Story = () => {
  const { intro } = site();
  return (
    <section id={storyId} className={styles.story} aria-labelledby={`${storyId}-title`}>
      <div className={`wrap ${styles.storyGrid}`}>
        <div className={styles.paragraphs}>
          <h2 id={`${storyId}-title`}>{intro.more}</h2>
          {intro.paragraphs.map((paragraph) => (
            <Prose key={paragraph.__html} text={paragraph} />
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
      </div>
    </section>
  );
};
