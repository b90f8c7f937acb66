import { Component, type ReactNode, useState } from 'react';
import { Gallery } from '#src/components/gallery/gallery.client.tsx';
import { GalleryList } from '#src/components/gallery/gallery-list.tsx';

const pictures = [
  ['Loaf', '1', undefined],
  ['Jollof', '2', undefined],
  ['Cake', '1,3', 2],
  ['Espresso', 3, 1],
  ['Suya', 2, undefined],
] as const;

/** Renders the message of an error. */
class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly message?: string }
> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError({ message }: Error) {
    return { message };
  }
  override render() {
    const { message } = this.state;
    return message === undefined ? this.props.children : <p role="alert">{message}</p>;
  }
}

function InvalidGallery() {
  const [rendered, setRendered] = useState(false);
  const invalid = { key: 'Bun', category: 'bread', content: 'Bun' };
  return (
    <ErrorBoundary>
      <button type="button" onClick={() => setRendered(true)}>
        Render an invalid gallery
      </button>
      {rendered && <GalleryList label="Invalid gallery" items={[invalid]} />}
    </ErrorBoundary>
  );
}

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
          items={pictures.map(([name, category, sort]) => ({
            key: name,
            category,
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
      <InvalidGallery />
    </main>
  );
}
