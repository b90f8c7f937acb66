import { Carousel } from '#src/components/carousel/carousel.client.tsx';
import { Section } from '#src/components/section/section.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './brands.module.css';

/** The suppliers' marks, in the logo carousel. */
export function Brands() {
  const { brands } = siteConfig;
  return (
    <Section id="brands" title={brands.title} className={styles.section}>
      <Carousel
        label={brands.label}
        kind="logos"
        items={brands.items.map(({ name, picture }) => ({
          key: name,
          content: (
            <div className={styles.brand}>
              <img
                src={picture.src}
                width={picture.width}
                height={picture.height}
                alt={picture.alt}
                loading="lazy"
                decoding="async"
              />
              <span>{name}</span>
            </div>
          ),
        }))}
      />
    </Section>
  );
}
