import { Gallery } from '#src/components/gallery/gallery.client.tsx';
import { GalleryList } from '#src/components/gallery/gallery-list.tsx';

const pictures = [
  ['Loaf', [1], undefined],
  ['Jollof', [2], undefined],
  ['Cake', [1, 3], 2],
  ['Espresso', [3], 1],
  ['Suya', [2], undefined],
] as const;

export function Fixture() {
  return (
    <main>
      <Gallery
        label="Our table"
        categories={['Bakery', 'Kitchen', 'Coffee bar']}
        count={pictures.length}
      >
        <GalleryList
          label="Our table"
          items={pictures.map(([name, categories, sort]) => ({
            key: name,
            categories,
            sort,
            content: (
              <a
                href={`/${name}.svg`}
                data-lightbox="image"
                style={{ display: 'block', height: 120 }}
              >
                {name}
              </a>
            ),
          }))}
        />
      </Gallery>
    </main>
  );
}
