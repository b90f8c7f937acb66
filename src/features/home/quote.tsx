import { Parallax } from '#src/components/parallax/parallax.client.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './quote.module.css';

/** One voice on a dark table, food drifting by at its own pace. */
export function Quote() {
  const { quote } = siteConfig;
  return (
    <section className={styles.section} aria-label={quote.label}>
      <Parallax className={styles.food}>
        {quote.pictures.map((picture) => (
          <img
            key={picture.src}
            className={styles.picture}
            src={picture.src}
            width={picture.width}
            height={picture.height}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ))}
      </Parallax>
      <figure className={`wrap ${styles.figure}`}>
        <blockquote className={styles.quote}>
          <p>{quote.text}</p>
        </blockquote>
        <figcaption className={styles.source}>{quote.source}</figcaption>
      </figure>
    </section>
  );
}
