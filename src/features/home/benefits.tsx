import { ImageSection } from '#src/components/image-section/image-section.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './benefits.module.css';

/** What the company gives, as a menu's list over a laid table. */
export function Benefits() {
  const { benefits } = siteConfig;
  return (
    <ImageSection id="benefits" pictures={benefits.pictures}>
      <h2 id="benefits-title">{benefits.title}</h2>
      <dl className={styles.list}>
        {benefits.items.map(({ title, text }) => (
          <div key={title}>
            <dt className={styles.title}>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </ImageSection>
  );
}
