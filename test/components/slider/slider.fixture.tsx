import { Slider } from '#src/components/slider/slider.client.tsx';

const slide = (name: string, height: number) => ({
  key: name,
  content: (
    <div style={{ height }}>
      <h2>{name}</h2>
      <a href={`#${name}`}>About {name}</a>
    </div>
  ),
});

export function Fixture() {
  return (
    <main>
      <Slider label="Our houses" kind="home" slides={[slide('Bakery', 200), slide('Buka', 320)]} />
      <p id="below">Below</p>
      <Slider label="A page" kind="page" slides={[slide('Grill', 100), slide('Coffee', 100)]} />
    </main>
  );
}
