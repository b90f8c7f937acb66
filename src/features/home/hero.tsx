import type { ReactNode } from 'react';
import { PlateSlider } from '#src/components/plate/plate-slider.tsx';
import { Typewriter } from '#src/components/typewriter/typewriter.client.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './hero.module.css';

/**
 * The home page's head: the headline, plates that follow one another, and the search under both. The
 * plates stand first in the page, since a slow phone draws the words as it reads them, and what came
 * after would push them down.
 */
export function Hero({ search }: { search: ReactNode }) {
  const { hero } = siteConfig;
  return (
    <div className={styles.hero}>
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.plates}>
          <PlateSlider label={hero.slidesLabel} kind="home" slides={hero.slides} />
        </div>
        <div className={styles.words}>
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
