import type { Context } from '../context.ts';
import { type JsonFormat, print } from './json-options.ts';
import { columnsOf, type Output, plain, styled } from './terminal.ts';

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

export const printTable = <Row>(
  context: Context,
  json: JsonFormat | undefined,
  rows: readonly Row[],
  columns: Columns<Row>,
): void => print(context, json, rows, () => table(context.stdout, rows, columns));

/** Writes columns under their headings: on a terminal shortened to its width, elsewhere separated by tabs. */
export function table<Row>(stream: Output, rows: readonly Row[], columns: Columns<Row>): string {
  const headings = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((of) => plain(`${of(row) ?? ''}`)));
  if (!stream.isTTY) return [headings, ...cells, []].map((row) => row.join('\t')).join('\n');
  const natural = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const widths = fit(natural, columnsOf(stream));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => clip(cell, widths[column] ?? cell.length))
      .join('  ')
      .trimEnd();
  return [styled(stream, 'bold', line(headings)), ...cells.map(line), ''].join('\n');
}

function fit(natural: readonly number[], columns: number): number[] {
  const widths = [...natural];
  const tooWide = () => widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  for (let excess = tooWide(); excess > 0; excess = tooWide()) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= 8) break;
    widths[widest] = Math.max(8, width - excess);
  }
  return widths;
}

function clip(cell: string, width: number): string {
  const characters = [...cell];
  return characters.length > width
    ? `${characters.slice(0, width - 1).join('')}…`
    : cell.padEnd(width);
}

export const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ');
