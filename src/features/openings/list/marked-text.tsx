import { Fragment } from 'react';
import type { Range } from '#src/domain/catalogue/words.ts';
import { truncate } from '#src/domain/rules/text/preview.ts';

interface Marked {
  readonly text: string;
  readonly matches: readonly Range[];
}

export function MarkedText({ text, matches }: Marked) {
  return (
    <>
      {matches.map(([start, end], at) => (
        <Fragment key={start}>
          {text.slice(matches[at - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.[1] ?? 0)}
    </>
  );
}

/** The maximum number of characters of a line before its first match, and in all. */
const beforeMatch = 32;
const lineLength = 160;

/** Returns about a line of a text, in whole words, around its first match; undefined without a match. */
export function lineAround(text: string, matches: readonly Range[]): Marked | undefined {
  if (!matches[0]) return undefined;
  const [first, firstEnd] = matches[0];
  const wordStart = text.indexOf(' ', first - beforeMatch - 1) + 1;
  const start = first <= beforeMatch ? 0 : Math.min(wordStart, first);
  const wordEnd = text.lastIndexOf(' ', start + lineLength);
  const end = text.length <= start + lineLength ? text.length : Math.max(wordEnd, firstEnd);
  return part(text, matches, start, end);
}

export function markedPreview(text: string, matches: readonly Range[]): Marked {
  const shown = truncate(text);
  return part(text, matches, 0, shown === text ? text.length : shown.length - 1);
}

function part(text: string, matches: readonly Range[], start: number, end: number): Marked {
  const [before, after] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  const moved = before.length - start;
  return {
    text: before + text.slice(start, end) + after,
    matches: matches
      .filter(([first]) => first >= start && first < end)
      .map(([first, last]) => [first + moved, Math.min(last, end) + moved]),
  };
}
