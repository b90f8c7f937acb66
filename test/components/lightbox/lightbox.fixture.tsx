import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';

const picture = (n: number) => (
  <a
    key={n}
    href={`/pictures/${n}.svg`}
    data-lightbox="image"
    data-caption={n < 4 ? `Plate ${n}` : `Plate ${n}, with jollof rice and plantain from the grill`}
    data-background={n < 4 ? undefined : 1}
  >
    Picture {n}
  </a>
);

export function Fixture() {
  return (
    <main>
      <div style={{ height: 1600 }}>Far above</div>
      <Lightbox label="Plates" load="visible">
        {[1, 2, 3, 4, 5].map(picture)}
      </Lightbox>
      <Lightbox label="One plate" load="visible">
        <a href="/pictures/9.svg" data-lightbox="image">
          Single
        </a>
      </Lightbox>
      <Lightbox label="Mixed" load="visible">
        <a href="/pictures/missing.svg" data-lightbox="image">
          Missing picture
        </a>
        <a href="/pages/menu#menu" data-lightbox="content">
          Menu
        </a>
        <a href="/pages/missing" data-lightbox="content">
          Missing page
        </a>
        <a href="/pages/broken" data-lightbox="content">
          Broken page
        </a>
        <a href="https://elsewhere.example/page" data-lightbox="content">
          Foreign page
        </a>
        <a href="/pages/menu#missing" data-lightbox="content">
          Missing section
        </a>
      </Lightbox>
    </main>
  );
}
