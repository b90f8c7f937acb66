import { Gallery } from '#src/components/gallery/gallery.client.tsx';
import { Section } from '#src/components/section/section.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './gallery-section.module.css';

/** Pictures from the kitchens with their filter menu; each opens in the lightbox. */
export function GallerySection() {
  const { gallery } = siteConfig;
  return (
    <Section id="gallery" title={gallery.title} intro={gallery.intro}>
      <Gallery
        label={gallery.title}
        categories={gallery.categories}
        items={gallery.items.map(({ caption, category, picture, plate, sort }) => ({
          key: picture.src,
          category: category.join(','),
          sort,
          content: (
            <a
              className={styles.link}
              href={picture.src}
              data-lightbox="image"
              data-caption={caption}
              data-on-plate={plate}
            >
              <span className={styles.tile} data-plate={plate}>
                <img
                  src={picture.src}
                  width={picture.width}
                  height={picture.height}
                  alt={picture.alt}
                  loading="lazy"
                  decoding="async"
                />
              </span>
              <span className={styles.caption}>{caption}</span>
            </a>
          ),
        }))}
      />
    </Section>
  );
}
