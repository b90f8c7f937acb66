import { contrast, mixColors } from '#src/styles/color-math.ts';

interface SkinColors {
  readonly accent: string;
  readonly paper: string;
  readonly ink: string;
}

const text = 4.5;
const shape = 3;

/** The roles of tokens.css that are seen on other roles, and the least contrast (WCAG 1.4.3 and 1.4.11). */
const pairs: readonly [least: number, front: string, backgrounds: readonly string[]][] = [
  [text, 'on-paper', ['paper', 'surface', 'wash', 'illustration-1', 'illustration-2']],
  [text, 'muted', ['paper', 'surface', 'wash']],
  [text, 'accent', ['paper', 'surface', 'wash']],
  [text, 'accent-strong', ['paper', 'surface', 'wash']],
  [text, 'on-accent', ['accent', 'accent-strong']],
  [text, 'on-table', ['table']],
  [text, 'on-table-muted', ['table']],
  [text, 'on-table-accent', ['table']],
  [shape, 'edge', ['paper', 'surface']],
  [shape, 'focus', ['paper', 'surface', 'wash']],
];

/** Returns the pairs of a skin's colors with too little contrast (WCAG AA). */
export const unreadablePairs = (colors: Readonly<Record<string, string>>): string[] =>
  pairs.flatMap(([least, front, backgrounds]) =>
    backgrounds.flatMap((background) => {
      const [one = '', other = ''] = [colors[front], colors[background]];
      const ratio = contrast(one, other);
      return ratio >= least
        ? []
        : [
            `${front} ${one} on ${background} ${other} has a contrast of ${ratio.toFixed(1)}, less than ${least}`,
          ];
    }),
  );

/** Returns the first tone from one color to another that has the least contrast with all backgrounds. */
function readable(from: string, to: string, least: number, ...backgrounds: string[]): string {
  const tones = Array.from({ length: 21 }, (_, step) => mixColors(from, to, step / 20));
  return tones.find((tone) => backgrounds.every((one) => contrast(tone, one) >= least)) ?? to;
}

/**
 * Returns the tones between accent, paper and ink of a color scheme, by their roles in tokens.css. @param dark the
 * colors of the dark scheme, which dark sections of both schemes use
 */
export function tonesOf({ accent, paper, ink }: SkinColors, dark: SkinColors, isDark: boolean) {
  const surface = isDark ? mixColors(paper, ink, 0.05) : mixColors(paper, '#ffffff', 0.5);
  const wash = mixColors(paper, accent, 0.08);
  const strong = mixColors(accent, ink, 0.25);
  const grounds = [paper, surface, wash];
  const table = isDark ? mixColors(paper, '#000000', 0.4) : mixColors(ink, accent, 0.1);
  const onTable = isDark ? ink : paper;
  const onAccent = [paper, ink, '#ffffff', '#000000'].toSorted(
    (one, other) =>
      Math.min(contrast(other, accent), contrast(other, strong)) -
      Math.min(contrast(one, accent), contrast(one, strong)),
  );
  const illustration = (share: number) =>
    readable(mixColors(paper, accent, share), paper, text, ink);
  return {
    paper,
    'on-paper': ink,
    surface,
    wash,
    muted: readable(mixColors(ink, paper, 0.35), ink, text, ...grounds),
    line: mixColors(paper, ink, 0.18),
    edge: readable(mixColors(paper, ink, 0.4), ink, shape, ...grounds),
    accent,
    'accent-strong': strong,
    'on-accent': onAccent[0] ?? paper,
    focus: strong,
    table,
    'on-table': onTable,
    'on-table-muted': readable(mixColors(onTable, table, 0.3), onTable, text, table),
    'on-table-accent': readable(dark.accent, onTable, text, table),
    'table-line': mixColors(table, onTable, 0.2),
    'illustration-1': illustration(0.45),
    'illustration-2': illustration(0.32),
    'illustration-3': illustration(0.22),
    'illustration-4': illustration(0.14),
  };
}
