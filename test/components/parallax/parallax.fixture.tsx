import { Parallax } from '#src/components/parallax/parallax.client.tsx';

export function Fixture() {
  return (
    <main>
      <div style={{ height: 1200 }} />
      <section style={{ height: 400, position: 'relative', overflow: 'clip' }}>
        <Parallax>
          <div style={{ height: 400 }}>Food</div>
        </Parallax>
      </section>
      <div style={{ height: 1200 }} />
    </main>
  );
}
