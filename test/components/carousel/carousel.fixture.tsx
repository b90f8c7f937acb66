import { Carousel } from '#src/components/carousel/carousel.client.tsx';
import { CarouselRow } from '#src/components/carousel/carousel-row.tsx';

const dishes = ['Jollof', 'Suya', 'Moi moi', 'Akara', 'Egusi', 'Ofada', 'Puff-puff', 'Chin chin'];
const companies = ['Bakery', 'Buka', 'Catering', 'Coffee', 'Grill', 'Farm', 'Mill'];

export function Fixture() {
  return (
    <main>
      <div style={{ height: 1600 }}>Far above</div>
      <Carousel label="Dishes" kind="items">
        <CarouselRow
          kind="items"
          items={dishes.map((name, index) => ({
            key: name,
            content: (
              <a href={`#${name}`} style={{ display: 'block', minHeight: 80 + index * 10 }}>
                {name}
              </a>
            ),
          }))}
        />
      </Carousel>
      <p id="between">Between</p>
      <Carousel label="Companies" kind="logos">
        <CarouselRow
          kind="logos"
          items={companies.map((name) => ({ key: name, content: <span>{name}</span> }))}
        />
      </Carousel>
      <p id="below">Below</p>
    </main>
  );
}
