import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Application, applicationSchema } from '#src/domain/model/application.ts';
import { documentTypes } from '#src/domain/model/document-types.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { CommandError, exitCodes, writeProblem } from '../exit-codes.ts';

const entrySchema = z.object({
  host: z.string(),
  key: z.string(),
  /** The application that was sent. Each document repeats it. */
  application: applicationSchema,
  /** The value is null until the host has answered. */
  applicant_id: z.string().nullable(),
  /** `sent` means that the host has not confirmed the document. A document that was never sent is absent. */
  documents: z.partialRecord(
    z.enum(documentTypes.map(({ type }) => type)),
    z.enum(['sent', 'received']),
  ),
});

export type JournalEntry = z.output<typeof entrySchema>;

export interface Journal {
  readonly earlier: JournalEntry | undefined;
  write(entry: JournalEntry): Promise<void>;
  remove(): Promise<void>;
}

export const newEntry = (host: string, application: Application): JournalEntry => ({
  host,
  key: randomUUID(),
  application,
  applicant_id: null,
  documents: {},
});

/**
 * Opens the journal of a fixture: a hidden file in `directory`, named by the fixture and a digest of the host and the
 * application. Only its owner can read it, because it repeats the application.
 * @throws CommandError if it cannot be read, or if `directory` cannot be written
 */
export async function openJournal(
  directory: string,
  fixture: string,
  host: string,
  application: Application,
): Promise<Journal> {
  const digest = createHash('sha256')
    .update(JSON.stringify([host, application]))
    .digest('hex')
    .slice(0, 16);
  const name = fixture === '-' ? 'stdin' : basename(fixture);
  const path = join(directory, `.${name}.${digest}.journal`);
  const save = async (text: string, finish: (temporary: string) => Promise<void>) => {
    const temporary = `${path}.${randomUUID()}`;
    try {
      await writeFile(temporary, text, { mode: 0o600, flush: true });
      await finish(temporary);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw unusable(path, error);
    }
  };
  // This test write fails before anything is sent, if the journal cannot be written.
  await save('', (temporary) => rm(temporary));
  return {
    earlier: await read(path),
    write: (entry) => save(`${JSON.stringify(entry)}\n`, (temporary) => rename(temporary, path)),
    remove: () => rm(path, { force: true }),
  };
}

async function read(path: string): Promise<JournalEntry | undefined> {
  try {
    return entrySchema.parse(parseJson(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): CommandError {
  const problem = error instanceof Error && 'code' in error ? writeProblem(error) : 'it is damaged';
  return new CommandError(
    exitCodes.invalid,
    `the journal ${path} cannot be used: ${problem}; --journal <directory> names another place`,
    error,
  );
}
