import { Component, type ReactNode, useState } from 'react';
import { Gallery } from '#src/components/gallery/gallery.client.tsx';

const pictures = [
  ['Loaf', '1', undefined],
  ['Jollof', '2', undefined],
  ['Cake', '1,3', 2],
  ['Espresso', 3, 1],
  ['Suya', 2, undefined],
] as const;

/** Shows what an error says in its place. */
class Says extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError({ message }: Error) {
    return { message };
  }
  override render() {
    const { message } = this.state;
    return message === undefined ? this.props.children : <p role="alert">{message}</p>;
  }
}

function FiledWrongly() {
  const [drawn, setDrawn] = useState(false);
  const wrong = { key: 'Bun', category: 'bread', content: 'Bun' };
  return (
    <Says>
      <button type="button" onClick={() => setDrawn(true)}>
        Draw a gallery filed wrongly
      </button>
      {drawn && <Gallery label="Filed wrongly" categories={['Bakery']} items={[wrong]} />}
    </Says>
  );
}

export function Fixture() {
  return (
    <main>
      <Gallery
        label="Our table"
        categories={['Bakery', 'Kitchen', 'Coffee bar']}
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
      <FiledWrongly />
    </main>
  );
}
