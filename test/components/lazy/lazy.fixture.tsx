import { useRef } from 'react';
import { loadOnce, useLoadWhenVisible } from '#src/components/lazy/load-when-visible.ts';

const load = loadOnce(() => import('./heavy.ts'));

function Section({ id }: { id: string }) {
  const root = useRef<HTMLElement>(null);
  const heavy = useLoadWhenVisible(root, load);
  return (
    <section ref={root} id={id} style={{ height: 200 }}>
      <button type="button">{heavy ? heavy.content : 'plain'}</button>
    </section>
  );
}

export function Fixture() {
  return (
    <main>
      <div style={{ height: 2000 }} />
      <Section id="far" />
    </main>
  );
}
