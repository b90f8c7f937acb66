import type { CellValue } from 'read-excel-file/node';
import { errorMessage } from '#src/http/describe-error.ts';
import { type CsvRow, fromCell } from './csv.ts';
import { ImportError } from './import-error.ts';

/** XLSX is a ZIP archive. */
export const isXlsx = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\x03\x04'));

/** Reads the first sheet: texts as of a CSV file, dates and times as ISO 8601 without a time zone. @throws ImportError */
export async function readXlsx(bytes: Uint8Array): Promise<CsvRow[]> {
  const { readSheet } = await import('read-excel-file/node');
  const sheet = await readSheet(Buffer.from(bytes), { trim: false }).catch((error: unknown) => {
    throw new ImportError([`It could not be read as XLSX: ${errorMessage(error)}`]);
  });
  return sheet
    .map((cells, index) => ({ line: index + 1, texts: cells.map(cellText) }))
    .filter(({ texts }) => texts.some((text) => text.trim() !== ''));
}

function cellText(value: CellValue | Date | null): string {
  if (typeof value === 'string') return fromCell(value);
  if (!(value instanceof Date)) return value === null ? '' : String(value);
  // A time is a fraction of a day, which is not exact.
  const iso = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19);
  return iso.replace('T00:00:00', '');
}
