import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { decodeText } from '#src/domain/model/decode-text.ts';

/**
 * A spreadsheet would change these texts: white space at the beginning, a number that it writes in another way, a date, a
 * Boolean value.
 */
const changed =
  /^(?:[\t\r\n]|(?!(?:0|[1-9]\d{0,14})$|\d{4}-\d\d-\d\dT)\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ ./-]?\d|(?:true|false)$)/i;

/** A spreadsheet has rounded the number, or replaced the value by an error. */
const lostValue =
  /^(?:-?\d(?:[.,]\d+)?E[+-]\d+|#(?:NAME\?|VALUE!|REF!|NUM!|N\/A|DIV\/0!|NULL!|#+))$/i;

const isGuarded = (text: string): boolean =>
  changed.test(text) || lostValue.test(text) || (text.startsWith("'") && isGuarded(text.slice(1)));

/**
 * The beginning of a text that a spreadsheet would run as a formula, also after a separator or a quote that may divide a cell.
 * Some spreadsheets read full-width signs as the ASCII ones.
 */
const formula = /((?:^|[;,\t\r\n])(?:[^\S\t\r\n]|")*)(?='*[=+\-@＝＋－＠])/g;
const guardedFormula = /((?:^|[;,\t\r\n])(?:[^\S\t\r\n]|")*)'(?='*[=+\-@＝＋－＠])/g;

/** Writes a text as a cell, with an apostrophe before each part that a spreadsheet would run or change. */
export function toCell(text: string): string {
  const cell = text.replaceAll(formula, "$1'");
  return isGuarded(cell) ? `'${cell}` : cell;
}

export const fromCell = (cell: string): string =>
  (cell.startsWith("'") && isGuarded(cell.slice(1)) ? cell.slice(1) : cell).replaceAll(
    guardedFormula,
    '$1',
  );

/** Excel reads a file as UTF-8 if it begins with this. */
export const byteOrderMark = '\ufeff';

export const csvLine = (texts: readonly string[]): string =>
  stringify([texts.map(toCell)], { quoted: true, record_delimiter: 'windows' });

/** @throws ImportError if the file is not UTF-8 or UTF-16 */
export function decodeFile(bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportError([
      'The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8" (Excel) or with the character set UTF-8.',
    ]);
  }
}

export interface CsvRow {
  readonly line: number;
  readonly texts: readonly string[];
}

/** The separator is the comma, the semicolon or the tab that is most frequent in the first line. @throws ImportError */
export function parseCsv(file: string): CsvRow[] {
  const [sepLine = '', separator] = /^\ufeff?sep=([,;\t])\r?\n/i.exec(file) ?? [];
  const content = file.slice(sepLine.length);
  const [firstLine = ''] = content.split('\n', 1);
  const [mostFrequent = ','] = [',', ';', '\t'].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  const delimiter = separator ?? mostFrequent;
  const bytes = Buffer.from(content);
  const rows: CsvRow[] = [];
  const lost: string[] = [];
  let line = sepLine === '' ? 1 : 2;
  let end = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(record: string[], context) {
        for (const [index, cell] of record.entries())
          if (lostValue.test(cell))
            lost.push(
              `Line ${line}: ${rows[0]?.texts[index] ?? `column ${index + 1}`}: "${cell}" was changed by a spreadsheet. Format the column as text and enter the value again.`,
            );
        if (record.some((cell) => cell.trim() !== ''))
          rows.push({ line, texts: record.map(fromCell) });
        // csv-parse counts a CR LF in quotes as two lines.
        for (const byte of bytes.subarray(end, context.bytes)) if (byte === 0x0a) line += 1;
        end = context.bytes;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quoted cell does not end.'
        : 'a quote stands inside a cell. Put the whole cell in quotes, and write each quote in it twice.';
    throw new ImportError([`Line ${line}: ${problem}`]);
  }
  if (lost.length > 0) throw new ImportError(lost);
  return rows;
}

/** Returns the problems of rows with more cells than the header. Empty ones may follow: a spreadsheet fills rows up with them. */
export const extraCells = (rows: readonly CsvRow[], columns: number): string[] =>
  rows.flatMap(({ line, texts }) =>
    texts.slice(columns).some((text) => text.trim() !== '')
      ? [`Line ${line}: it has ${texts.length} cells, and the first line ${columns}.`]
      : [],
  );

export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** One message for each error, which names the opening. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
