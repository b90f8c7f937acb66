import { randomUUID } from 'node:crypto';
// biome-ignore lint/style/noRestrictedImports: it moves an earlier export away
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { ifFileExists, writeAtomically, writeNewFile } from '#src/files/write.ts';
import {
  type ApplicationFilter,
  findApplication,
  readApplications,
  type StoredApplication,
  withoutFileNames,
} from '../applications/stored-applications.ts';
import type { HostData } from '../data.ts';
import type { ScanState, Tables } from '../database/schema.ts';
import { isHeld } from '../documents/document-states.ts';
import { columnNames, toExcel, toTexts } from './application-columns.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { jsonList } from './json-list.ts';

interface DocumentKey {
  readonly applicant_id: string;
  readonly type: string;
}

export interface Exported {
  readonly applications: number;
  readonly documents: number;
  /** The documents whose file was not in the document store. All others were exported. */
  readonly missing: readonly DocumentKey[];
  readonly held: readonly (DocumentKey & { readonly scan_state: ScanState })[];
}

export interface ExportOptions {
  readonly withHeld?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * If the target ends in one of `fileFormats`, applications go to one file, else to a new directory with a CSV file, an
 * NDJSON file and every document (`documents/<applicant id>/<type>.<extension>`). The export is named `<target>.part-…`
 * until it is complete, a name that nobody else can create first. It replaces an earlier export as a whole, because the
 * earlier one may contain data that was erased later. @param options.withHeld exports also documents that are infected
 * or not scanned yet @param options.signal ends the export, which then leaves nothing @throws CommandError
 */
export async function exportApplications(
  data: Pick<HostData, 'database' | 'store'>,
  target: string,
  filter: ApplicationFilter = {},
  { withHeld = false, person, signal }: ExportOptions & { readonly person?: object } = {},
): Promise<Exported> {
  const path = resolve(target);
  const kind = extname(path).toLowerCase();
  const isFile = isFileFormat(kind);
  if (!isFile && kind !== '' && !(await isDirectory(path)))
    throw new CommandError(
      'usage',
      `${target} must end in .csv, .xlsx, .json or .ndjson; a name without an extension is a directory.`,
    );
  await mkdir(dirname(path), { recursive: true });
  const replaced =
    !isFile && (await isEarlierExport(target)) ? `${path}.part-${randomUUID()}` : undefined;
  const exported = await writeAtomically(path, async (partial) => {
    if (isFile) {
      const applications = await writeRows(data.database.db, partial, kind, filter, signal);
      return { applications, documents: 0, missing: [], held: [] };
    }
    await mkdir(partial, { mode: 0o700 });
    const written = await writeDirectory(data, partial, filter, { withHeld, signal });
    if (person)
      await writeNewFile(
        join(partial, 'person.json'),
        () => Readable.from([`${JSON.stringify(person, null, 2)}\n`]),
        signal,
      );
    if (replaced !== undefined) await rename(path, replaced);
    return written;
  });
  if (replaced !== undefined) await rm(replaced, { recursive: true });
  return exported;
}

async function isEarlierExport(target: string): Promise<boolean> {
  const path = resolve(target);
  if ((await ifFileExists(stat(path))) === undefined) return false;
  const isExport =
    (await isDirectory(path)) && (await readdir(path)).every((name) => exportedNames.has(name));
  if (!isExport)
    throw new CommandError('invalid', `${target} is not an empty directory or an earlier export.`);
  return true;
}

const exportedNames = new Set(
  'person.json applications.csv applications.ndjson documents'.split(' '),
);

async function writeDirectory(
  { database: { db }, store }: Pick<HostData, 'database' | 'store'>,
  path: string,
  filter: ApplicationFilter,
  { withHeld = false, signal }: ExportOptions,
): Promise<Exported> {
  await writeRows(db, join(path, 'applications.csv'), '.csv', filter, signal);
  const ndjson = join(path, 'applications.ndjson');
  const applications = await writeRows(db, ndjson, '.ndjson', filter, signal);
  let documents = 0;
  const missing: Exported['missing'][number][] = [];
  const held: Exported['held'][number][] = [];
  for await (const { applicant_id, documents: stored } of readApplications(db, filter))
    for (const { type, suffix, stored_as, scan_state } of stored.flatMap(withReplacement)) {
      if (isHeld(scan_state) && !withHeld) {
        held.push({ applicant_id, type, scan_state });
        continue;
      }
      const folder = join(path, 'documents', applicant_id);
      await mkdir(folder, { recursive: true });
      const write = (name: string) => {
        // The applicant's file name is only in the list, because it could be dangerous as a path.
        const file = join(folder, `${type}${suffix}${extname(name)}`);
        return ifFileExists(writeNewFile(file, () => store.read(name), signal));
      };
      let bytes = await write(stored_as);
      if (bytes === undefined) {
        // A running host may have replaced or erased the document since its row was read.
        const now = (await findApplication(db, applicant_id))?.documents.find(
          (one) => one.type === type,
        );
        if (now && (withHeld || !isHeld(now.scan_state))) bytes = await write(now.stored_as);
      }
      if (bytes !== undefined) documents += 1;
      else missing.push({ applicant_id, type });
    }
  return { applications, documents, missing, held };
}

const withReplacement = ({ type, replacement, ...document }: StoredApplication['documents'][0]) => [
  { ...document, type, suffix: '' },
  ...(replacement ? [{ ...replacement, type, suffix: '-replacement' }] : []),
];

const fileFormats = ['.csv', '.xlsx', '.json', '.ndjson'] as const;
type FileFormat = (typeof fileFormats)[number];

export const isFileFormat = (extension: string): extension is FileFormat =>
  fileFormats.some((format) => format === extension);

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function writeRows(
  db: Kysely<Tables>,
  path: string,
  kind: FileFormat,
  filter: ApplicationFilter,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  const counted = async function* () {
    for await (const application of readApplications(db, filter)) {
      signal?.throwIfAborted();
      count += 1;
      yield application;
    }
  };
  await writeNewFile(path, () => Readable.from(formats[kind](counted())), signal);
  return count;
}

async function* published(applications: AsyncIterable<StoredApplication>) {
  for await (const application of applications) yield withoutFileNames(application);
}

type Format = (applications: AsyncIterable<StoredApplication>) => AsyncIterable<string | Buffer>;

const formats: Record<FileFormat, Format> = {
  async *'.csv'(applications) {
    yield byteOrderMark + csvLine(columnNames());
    for await (const application of applications) yield csvLine(toTexts(application));
  },
  async *'.ndjson'(applications) {
    for await (const application of published(applications))
      yield `${JSON.stringify(application)}\n`;
  },
  '.json': (applications) => jsonList(published(applications)),
  async *'.xlsx'(applications) {
    const rows = [columnNames().map((value) => ({ value, fontWeight: 'bold' as const }))];
    const cells = [];
    for await (const application of applications) cells.push(toTexts(application).map(toExcel));
    const { default: writeExcelFile } = await import('write-excel-file/node');
    const sheet = { sheet: 'Applications', stickyRowsCount: 1 };
    yield await writeExcelFile([...rows, ...cells], sheet).toBuffer();
  },
};
