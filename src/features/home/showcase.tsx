import { Carousel } from '#src/components/carousel/carousel.client.tsx';
import { CarouselRow } from '#src/components/carousel/carousel-row.tsx';
import { Gallery } from '#src/components/gallery/gallery.client.tsx';
import { GalleryList } from '#src/components/gallery/gallery-list.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { PictureImage } from '#src/components/picture/picture-image.tsx';
import { Section } from '#src/components/section/section.tsx';
import { staticHtml } from '#src/framework/static-html.tsx';
import { site } from '#src/language/server.ts';
import styles from './showcase.module.css';

const DishRow = () => (
  <CarouselRow
    kind="items"
    items={site().dishes.items.map(({ name, note, picture, background }) => ({
      key: name,
      content: (
        <figure className={styles.dish}>
          <Illustration background={background} pictures={[picture]} />
          <figcaption>
            <span className={styles.name}>{name}</span>
            <span className={styles.note}>{note}</span>
          </figcaption>
        </figure>
      ),
    }))}
  />
);

export function Dishes() {
  const { dishes } = site();
  return (
    <Section id="dishes" title={dishes.title}>
      <Carousel label={dishes.label} kind="items">
        {staticHtml(DishRow)}
      </Carousel>
    </Section>
  );
}

const Pictures = () => (
  <GalleryList
    label={site().gallery.title}
    items={site().gallery.items.map(({ caption, note, category, picture, background, sort }) => ({
      key: picture.src,
      categories: category,
      sort,
      content: (
        <a
          className={styles.link}
          href={picture.src}
          data-lightbox="image"
          data-caption={`${caption}. ${note}`}
          data-background={background}
        >
          <span className={styles.tile} data-background={background}>
            <PictureImage picture={picture} />
          </span>
          <span className={styles.caption}>{caption}</span>
        </a>
      ),
    }))}
  />
);

export function GallerySection() {
  const { gallery } = site();
  return (
    <Section id="gallery" title={gallery.title} intro={gallery.intro}>
      <Gallery label={gallery.title} categories={gallery.categories} count={gallery.items.length}>
        {staticHtml(Pictures)}
      </Gallery>
    </Section>
  );
}

const BrandRow = () => (
  <CarouselRow
    kind="logos"
    items={site().brands.items.map(({ name }) => ({
      key: name,
      content: <p className={styles.brand}>{name}</p>,
    }))}
  />
);

export function Brands() {
  const { brands } = site();
  return (
    <Section id="brands" title={brands.title} className={styles.brands}>
      <Carousel label={brands.label} kind="logos">
        {staticHtml(BrandRow)}
      </Carousel>
    </Section>
  );
}
