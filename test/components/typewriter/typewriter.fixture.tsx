import { characterGroups } from '#src/components/motion/motion-rules.ts';
import { Typewriter } from '#src/components/typewriter/typewriter.client.tsx';

export function Fixture() {
  return (
    <main>
      <h1 style={{ inlineSize: '14rem' }}>
        <Typewriter groups={characterGroups('Bread at four. Suya at dusk.')} />
      </h1>
      <p id="below">Below</p>
    </main>
  );
}
