import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { applicationFields } from '#src/domain/rules/application.ts';
import type { HostData } from '../data.ts';
import type { Tables } from '../database/schema.ts';
import { csvLine } from './csv.ts';
import { readApplications, type StoredApplication } from './stored-applications.ts';

export interface Exported {
  readonly applications: number;
  readonly documents: number;
  /** Documents whose file was not in the document store; all others were exported. */
  readonly missing: readonly { readonly applicant_id: string; readonly type: string }[];
}

/**
 * Exports all applications: to one file if the target ends in `.csv` or `.ndjson`, else to a new directory with
 * both files and every document (`documents/<applicant id>/<type>.<extension>`). Readable only by this user, and
 * named `<target>.part-…` until complete: nobody else can create that name first. An earlier export in the directory is
 * replaced as a whole, because it may hold what was erased since.
 * @throws ENOTEMPTY if the directory has anything else, ENOTDIR if it is a file
 */
export async function exportApplications(
  data: Pick<HostData, 'database' | 'store'>,
  target: string,
): Promise<Exported> {
  const path = resolve(target);
  const kind = extname(path).toLowerCase();
  const isFile = kind === '.csv' || kind === '.ndjson';
  await mkdir(dirname(path), { recursive: true });
  const isReplaced = !isFile && (await isEarlierExport(path));
  const partial = isFile ? `${path}.part-${randomUUID()}` : await mkdtemp(`${path}.part-`);
  try {
    const exported = isFile
      ? {
          applications: await writeRows(data.database.db, partial, kind),
          documents: 0,
          missing: [],
        }
      : await writeDirectory(data, partial);
    if (isReplaced) {
      const replaced = await mkdtemp(`${path}.part-`);
      await rename(path, replaced);
      await rename(partial, path);
      await rm(replaced, { recursive: true });
    } else await rename(partial, path);
    return exported;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** False if the directory does not exist. */
async function isEarlierExport(path: string): Promise<boolean> {
  let names: string[] = [];
  const exists = await unlessMissing(
    readdir(path).then((found) => {
      names = found;
    }),
  );
  if (names.every((name) => exportedNames.has(name))) return exists;
  throw Object.assign(new Error(`${path} has other files.`), { code: 'ENOTEMPTY' });
}

const exportedNames = new Set(['applications.csv', 'applications.ndjson', 'documents']);

async function writeDirectory(
  { database: { db }, store }: Pick<HostData, 'database' | 'store'>,
  path: string,
): Promise<Exported> {
  await writeRows(db, join(path, 'applications.csv'), '.csv');
  const applications = await writeRows(db, join(path, 'applications.ndjson'), '.ndjson');
  let documents = 0;
  const missing: { applicant_id: string; type: string }[] = [];
  for await (const { applicant_id, documents: stored } of readApplications(db))
    for (const { type, stored_as } of stored) {
      const folder = join(path, 'documents', applicant_id);
      await mkdir(folder, { recursive: true });
      const write = (name: string) =>
        // The applicant's file name is only in the list: as a path it could be dangerous.
        writeFile(store.read(name), join(folder, `${type}${extname(name)}`));
      const isWritten =
        (await unlessMissing(write(stored_as))) ||
        // A running host may have replaced or erased the document since its row was read.
        (await unlessMissing(readStoredName(db, applicant_id, type).then(write)));
      if (isWritten) documents += 1;
      else missing.push({ applicant_id, type });
    }
  return { applications, documents, missing };
}

/** False if a file does not exist. */
async function unlessMissing(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** @throws an error with the code ENOENT if the document was erased */
async function readStoredName(db: Kysely<Tables>, applicant: string, type: string) {
  const row = await db
    .selectFrom('documents')
    .select('stored_as')
    .where('applicant_id', '=', applicant)
    .where('type', '=', type)
    .executeTakeFirst();
  if (!row) throw Object.assign(new Error('the document was erased'), { code: 'ENOENT' });
  return row.stored_as;
}

async function writeRows(
  db: Kysely<Tables>,
  path: string,
  kind: '.csv' | '.ndjson',
): Promise<number> {
  let count = 0;
  async function* lines() {
    if (kind === '.csv') yield csvLine([...csvColumns, 'answers', 'documents']);
    for await (const application of readApplications(db)) {
      count += 1;
      yield kind === '.csv'
        ? csvRow(application)
        : `${JSON.stringify(withoutFileNames(application))}\n`;
    }
  }
  await writeFile(Readable.from(lines()), path);
  return count;
}

async function writeFile(source: Readable, path: string): Promise<void> {
  try {
    await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** An application without the names of its files in the document store. */
export function withoutFileNames({ documents, ...application }: StoredApplication) {
  return {
    ...application,
    documents: documents.map(({ stored_as: _internal, ...document }) => document),
  };
}

const csvColumns = [
  'applicant_id',
  'applied_at',
  'joblistingid',
  'role_name',
  'company_id',
  'company_name',
  ...applicationFields,
  'document_id',
  'documents_complete_at',
] as const satisfies readonly (keyof StoredApplication)[];

function csvRow(application: StoredApplication): string {
  const answers = application.answers.map(({ question, answer }) => `${question}\n${answer}`);
  const documents = application.documents.map(({ type, filename }) => `${type}: ${filename}`);
  return csvLine([
    ...csvColumns.map((column) => application[column] ?? ''),
    answers.join('\n\n'),
    documents.join('\n'),
  ]);
}
