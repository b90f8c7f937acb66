import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/**
 * The texts that a spreadsheet would run as a formula or change: a number that the spreadsheet writes in another way
 * (leading zeros, more than 15 digits), a date, and a Boolean value. An ISO 8601 instant stays a text. Some spreadsheets
 * read full-width signs as the ASCII ones.
 */
const changed =
  /^(?:[=+\-@\t\r\n＝＋－＠]|(?!(?:0|[1-9]\d{0,14})$|\d{4}-\d\d-\d\dT)\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ ./-]?\d|(?:true|false)$)/i;

const isGuarded = (text: string): boolean =>
  changed.test(text) || (text.startsWith("'") && isGuarded(text.slice(1)));

/** Writes a text as a cell. An apostrophe comes first if a spreadsheet would run or change the text. */
export const toCell = (text: string): string => (isGuarded(text) ? `'${text}` : text);

export const fromCell = (cell: string): string =>
  cell.startsWith("'") && isGuarded(cell.slice(1)) ? cell.slice(1) : cell;

/** Excel reads a file as UTF-8 if it begins with this. */
export const byteOrderMark = '\ufeff';

export const csvLine = (texts: readonly string[]): string =>
  stringify([texts.map(toCell)], { quoted: true, record_delimiter: 'windows' });

export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError';
}

interface CsvRow {
  /** The number of the line on which the row begins, from 1. */
  readonly line: number;
  readonly texts: readonly string[];
}

/**
 * Reads the rows of a CSV file. The separator is the comma, the semicolon or the tab that is most frequent in the first
 * line. Empty lines are left out.
 * @throws CsvSyntaxError
 */
export function parseCsv(file: string): CsvRow[] {
  const [firstLine = ''] = file.split('\n', 1);
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  const bytes = Buffer.from(file);
  const rows: CsvRow[] = [];
  let line = 1;
  let end = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(record: string[], context) {
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
    throw new CsvSyntaxError(`Line ${line}: ${problem}`, { cause: error });
  }
  return rows;
}
