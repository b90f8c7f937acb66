import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { applicationFields } from '#src/domain/rules/application.ts';
import type { HostData } from '../data.ts';
import type { Tables } from '../database/schema.ts';
import { readApplications, type StoredApplication } from './stored-applications.ts';

export interface Exported {
  readonly applications: number;
  readonly documents: number;
}

/**
 * Exports all applications: to one file if the target ends in `.csv` or `.ndjson`, else to a directory with
 * both files and every document (`documents/<applicant id>/<type>.<extension>`). Files are readable only by
 * this user, and appear under their names only when complete.
 */
export async function exportApplications(
  { database: { db }, store }: Pick<HostData, 'database' | 'store'>,
  target: string,
): Promise<Exported> {
  const path = resolve(target);
  const kind = extname(path).toLowerCase();
  if (kind === '.csv' || kind === '.ndjson') {
    await mkdir(dirname(path), { recursive: true });
    return { applications: await writeRows(db, path, kind), documents: 0 };
  }
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeRows(db, join(path, 'applications.csv'), '.csv');
  const applications = await writeRows(db, join(path, 'applications.ndjson'), '.ndjson');
  let documents = 0;
  for await (const application of readApplications(db))
    for (const { type, stored_as } of application.documents) {
      const folder = join(path, 'documents', application.applicant_id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The applicant's file name is only in the list: as a path it could be dangerous.
      await writeFile(store.read(stored_as), join(folder, `${type}${extname(stored_as)}`));
      documents += 1;
    }
  return { applications, documents };
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
  const partial = `${path}.part`;
  try {
    await pipeline(source, createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
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

/**
 * RFC 4180. Cells that a spreadsheet would run as a formula are prefixed with an apostrophe; some read full-width signs as
 * the ASCII ones.
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
    return `"${safe.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}
