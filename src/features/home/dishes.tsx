import { Carousel } from '#src/components/carousel/carousel.client.tsx';
import { Plate } from '#src/components/plate/plate.tsx';
import { Section } from '#src/components/section/section.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './dishes.module.css';

/** What one learns to make, in the item carousel. */
export function Dishes() {
  const { dishes } = siteConfig;
  return (
    <Section id="dishes" title={dishes.title}>
      <Carousel
        label={dishes.label}
        kind="items"
        items={dishes.items.map(({ name, note, picture, plate }) => ({
          key: name,
          content: (
            <figure className={styles.dish}>
              <Plate plate={plate} pictures={[picture]} />
              <figcaption>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>{note}</span>
              </figcaption>
            </figure>
          ),
        }))}
      />
    </Section>
  );
}
