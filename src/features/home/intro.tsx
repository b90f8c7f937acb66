import { siteConfig } from '#src/config/site.ts';
import styles from './intro.module.css';

/** Who the company is, in a statement, two paragraphs and three figures. */
export function Intro() {
  const { intro } = siteConfig;
  return (
    <section id="intro" className={styles.intro} aria-labelledby="intro-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="intro-title" className={styles.title}>
          {intro.title}
        </h2>
        <div className={styles.text}>
          {intro.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className={styles.facts}>
          {intro.facts.map(({ figure, text }) => (
            <div key={text} className={styles.fact}>
              <dt>{text}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
