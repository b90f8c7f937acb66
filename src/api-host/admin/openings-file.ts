import type { CellValue } from 'read-excel-file/node';
import { z } from 'zod';
import { parseJson } from '#src/domain/model/json.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import {
  byteOrderMark,
  type CsvRow,
  csvLine,
  decodeFile,
  extraCells,
  fromCell,
  ImportError,
  parseCsv,
} from './csv.ts';
import { jsonList } from './json-list.ts';
import { type OpeningColumn, openingColumns } from './opening-columns.ts';

/** An opening of a file. An empty id must be assigned. The id or the name of the company may be empty. */
export interface FileOpening {
  readonly where: string;
  readonly opening: Opening;
}

export interface OpeningsFile {
  readonly openings: readonly FileOpening[];
  /** The fields that the file does not have. An existing opening keeps its values of them. */
  readonly absent: readonly string[];
}

export const maxOpeningBytes = 63 * 1024;

export const bytesOf = (opening: Opening): number => Buffer.byteLength(JSON.stringify(opening)) + 1;

/** The id and the fields that `absent` names may be missing. */
const fileSchema = openingSchema.extend({
  id: z
    .union([z.string().transform((id) => id.trim().toWellFormed()), z.number().transform(String)])
    .nullish()
    .transform((id) => id ?? ''),
  role_name: openingSchema.shape.role_name.nullish().transform((name) => name ?? ''),
  // The clock of the machine that wrote the file may be ahead.
  closed_since: openingSchema.shape.closed_since.transform(
    (instant) => instant && new Date(Math.min(Date.parse(instant), Date.now())).toISOString(),
  ),
  salary: openingSchema.shape.salary.refine((salary) => !salary || salary.min <= salary.max, {
    path: ['min'],
    error: 'it is above the maximum',
  }),
});

/**
 * JSON is a list in the shape of section 3, or a response with it in `data`.
 * @throws ImportError with every error of the file
 */
export function parseOpeningsFile(bytes: Uint8Array): OpeningsFile {
  const text = decodeFile(bytes);
  return /^\ufeff?\s*[[{]/.test(text)
    ? parseOpeningsJson(readJson(text))
    : parseRows(parseCsv(text));
}

/** Unlike the API client, which omits invalid parts, it refuses them: the person who imports can correct the file. */
export function parseOpeningsJson(json: unknown): OpeningsFile {
  const { data: list = json } = Object(json) as { readonly data?: unknown };
  if (!Array.isArray(list)) throw new ImportError(['The file must contain a list of openings.']);
  const items = list.map((value: unknown, index) => ({ where: `Opening ${index + 1}`, value }));
  return validated(items, []);
}

/** Also reads XLSX, as `parseOpeningsFile` reads CSV. @throws ImportError */
export const readOpeningsFile = async (bytes: Uint8Array): Promise<OpeningsFile> =>
  isXlsx(bytes) ? parseRows(await readXlsx(bytes)) : parseOpeningsFile(bytes);

function parseRows([header, ...rows]: readonly CsvRow[]): OpeningsFile {
  if (!header) throw new ImportError(['The file is empty. It must contain a list of openings.']);
  const columns = columnsOf(header.texts);
  const problems = extraCells(rows, columns.length);
  if (problems.length > 0) throw new ImportError(problems);
  const items = rows.map(({ line, texts }) => ({ where: `Line ${line}`, texts }));
  return withColumns(columns, items);
}

export function parseOpeningTexts(texts: Readonly<Record<string, string>>): OpeningsFile {
  const columns = openingColumns.filter(({ name }) => texts[name] !== undefined);
  const cells = columns.map(({ name }) => texts[name] ?? '');
  return withColumns(columns, [{ where: 'The opening', texts: cells }]);
}

function withColumns(
  columns: readonly OpeningColumn[],
  rows: readonly { readonly where: string; readonly texts: readonly string[] }[],
): OpeningsFile {
  const others = openingColumns.filter((column) => !columns.includes(column));
  const absent = others.map(({ name }) => name);
  const items = rows.map(({ where, texts }) => ({ where, ...fromTexts(columns, texts) }));
  return validated(items, absent);
}

export async function* formatOpeningsCsv(
  batches: AsyncIterable<readonly Opening[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(openingColumns.map(({ name }) => name));
  for await (const batch of batches)
    for (const opening of batch) {
      const cells = openingColumns.map(({ write }) => write(opening));
      yield csvLine(cells.map((cell) => (cell.trim() === '' ? '' : cell)));
    }
}

export const formatOpeningsJson = (batches: AsyncIterable<readonly Opening[]>) =>
  jsonList(itemsOf(batches));

async function* itemsOf(batches: AsyncIterable<readonly Opening[]>): AsyncGenerator<Opening> {
  for await (const batch of batches) yield* batch;
}

export const openingsTemplate = (): string =>
  byteOrderMark +
  csvLine(openingColumns.map(({ name }) => name)) +
  csvLine(openingColumns.map(({ example }) => example));

export function findings(opening: Opening, absent: readonly string[] = []): string[] {
  const { id, role_name, company_id, company_name, questions } = opening;
  const bytes = bytesOf(opening);
  const has = (name: string) => !absent.includes(name);
  return [
    ...(bytes > maxOpeningBytes ? [`it has ${bytes} bytes. The limit is ${maxOpeningBytes}.`] : []),
    ...['id', 'company_id'].flatMap((field) => {
      const problem = unservable(field === 'id' ? id : company_id);
      return problem === undefined ? [] : [`${field}: the site could not serve it: ${problem}.`];
    }),
    ...(has('role_name') && role_name.trim() === '' ? ['role_name is empty.'] : []),
    ...((has('company_id') || has('company_name')) && `${company_id}${company_name}`.trim() === ''
      ? ['company_id and company_name are empty; one of them is required.']
      : []),
    ...Array.from(
      repeated(questions.map((question) => question.id)),
      (question) => `it has two questions with id ${question}.`,
    ),
  ];
}

/** Returns the reason why no address of the site can contain an id, or undefined. */
function unservable(id: string): string | undefined {
  // Waku reads '/index.html' at the end of an address as '/'.
  if (['.', '..', 'index.html'].includes(id)) return 'an address cannot contain it';
  if (id.length > maxLength.id)
    return `it has ${id.length} characters, the limit is ${maxLength.id}`;
  return /\p{Cc}/u.test(id) ? 'it has a control character' : undefined;
}

interface Item {
  readonly value: unknown;
  readonly problem?: string;
}

function validated(
  items: readonly (Item & { readonly where: string })[],
  absent: readonly string[],
): OpeningsFile {
  const problems: string[] = [];
  const openings: FileOpening[] = [];
  for (const { where, value, problem } of items) {
    if (problem !== undefined) problems.push(`${where}: ${problem}`);
    const { success, data: opening, error } = fileSchema.safeParse(value);
    if (!success) {
      problems.push(...error.issues.map((issue) => describe(where, value, issue)));
      continue;
    }
    const named = opening.id === '' ? where : `${where} (id ${opening.id})`;
    problems.push(...findings(opening, absent).map((finding) => `${named}: ${finding}`));
    openings.push({ where: named, opening });
  }
  const first = new Map<string, string>();
  for (const { where, opening } of openings) {
    const other = opening.id === '' ? undefined : first.get(opening.id);
    if (other === undefined) first.set(opening.id, where);
    else problems.push(`${where}: id: ${other} has the same.`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  return { openings, absent };
}

/** Writes a message such as 'Line 3 (id 101): closing_date: "soon" is not a date such as …'. */
function describe(where: string, value: unknown, { path, message }: z.core.$ZodIssue): string {
  const id = valueAt(value, ['id']);
  const named = typeof id === 'string' || typeof id === 'number' ? `${where} (id ${id})` : where;
  const column = openingColumns.find(({ name }) => name === path[0]);
  if (!column) return `${named}: ${path.join('.') || 'it'}: ${message}`;
  const received = JSON.stringify(valueAt(value, path)) ?? 'nothing';
  const short = received.length > 60 ? `${received.slice(0, 60)}…` : received;
  // For a part of a value, the message of the schema says more than the description of the whole field.
  const reason = path.length > 1 ? `${message}; the field must be` : 'it must be';
  return `${named}: ${path.join('.')}: ${short}: ${reason} ${column.expects}.`;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null
        ? (inside as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

function fromTexts(columns: readonly OpeningColumn[], texts: readonly string[]): Item {
  const entries = columns.flatMap(({ name, read }, index): [string, unknown][] => {
    const text = texts[index] ?? '';
    if (text.trim() === '') return [];
    return [[name, read(text)]];
  });
  const { further = {}, ...fields } = Object.fromEntries(entries);
  return typeof further === 'object' && further !== null && !Array.isArray(further)
    ? { value: { ...further, ...fields } }
    : { value: fields, problem: 'further: it must be a JSON object of further fields.' };
}

function columnsOf(header: readonly string[]): OpeningColumn[] {
  const names = header.map((name) => name.trim().toLowerCase());
  while (names.at(-1) === '') names.pop();
  const columns = names.flatMap(
    (name) => openingColumns.find((column) => column.name === name) ?? [],
  );
  const known = openingColumns.map(({ name }) => name);
  const problems = [
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => `Line 1: there is no column "${name}". The columns are ${known.join(', ')}.`),
    ...Array.from(repeated(names), (name) => `Line 1: there are two columns "${name}".`),
  ];
  if (problems.length > 0) throw new ImportError(problems);
  return columns;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ImportError([`It could not be read as JSON: ${errorMessage(error)}`]);
  }
}

function repeated(ids: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(ids.filter((id) => seen.size === seen.add(id).size));
}

/** XLSX is a ZIP archive. */
const isXlsx = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\x03\x04'));

/** Reads the first sheet: texts as of a CSV file, dates and times as ISO 8601 without a time zone. @throws ImportError */
async function readXlsx(bytes: Uint8Array): Promise<CsvRow[]> {
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
