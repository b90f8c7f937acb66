import { hash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Application, applicationSchema } from '#src/domain/model/application.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { checkDirectory } from '#src/files/disk.ts';
import { writeAtomically } from '#src/files/write.ts';
import { writeProblem } from '../errors.ts';

const entrySchema = z.object({
  host: z.string(),
  key: z.string(),
  application: applicationSchema,
  /** The value is null until the host has answered. */
  applicant_id: z.string().nullable(),
  /** `sent` means that the host has not confirmed the document. A document that was never sent is absent. */
  documents: z.partialRecord(z.enum(documentOrder), z.enum(['sent', 'received'])),
});

export type JournalEntry = z.output<typeof entrySchema>;

export type Journal = Awaited<ReturnType<typeof openJournal>>;

export const newEntry = (host: string, application: Application): JournalEntry => ({
  host,
  key: randomUUID(),
  application,
  applicant_id: null,
  documents: {},
});

/**
 * Opens the journal of a fixture, a hidden file in `directory`. Its name has the fixture, a digest of host and
 * application, and this run, because another run may send the fixture at the same time. Only its owner can read it,
 * because it repeats the application. A complete run leaves a file with the applicant id. With `resume` the newest file
 * is `earlier`. @throws CommandError if that cannot be read, or if `directory` cannot be written
 */
export async function openJournal(
  directory: string,
  fixture: string,
  host: string,
  application: Application,
  resume = true,
) {
  const digest = hash('sha256', JSON.stringify([host, application]), 'hex').slice(0, 16);
  const prefix = `.${fixture === '-' ? 'stdin' : basename(fixture)}.${digest}.`;
  const sent = join(directory, `${prefix}sent`);
  const ownPath = join(directory, `${prefix}${randomUUID().slice(0, 8)}.journal`);
  const fail = (path: string) => (error: unknown) => {
    throw unusable(path, error);
  };
  const save = (path: string, text: string) =>
    writeAtomically(path, (temporary) =>
      writeFile(temporary, text, { mode: 0o600, flush: true }),
    ).catch(fail(path));
  // A journal that cannot be written is reported before anything is sent.
  await checkDirectory(directory).catch(fail(ownPath));
  const names = (await readdir(directory)).filter(
    (name) => name.startsWith(prefix) && /\.(?:journal|sent)$/.test(name),
  );
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const stats = await stat(path).catch(() => undefined);
      return { path, writtenAt: stats?.mtimeMs ?? 0 };
    }),
  );
  const newest = files.toSorted((a, b) => b.writtenAt - a.writtenAt)[0]?.path;
  const earlier =
    resume && newest !== undefined ? await readEntry(newest, host, application) : undefined;
  const path = earlier && newest !== undefined && newest !== sent ? newest : ownPath;
  return {
    earlier,
    write: (entry: JournalEntry) => save(path, `${JSON.stringify(entry)}\n`),
    /** Removes the journal, and keeps the applicant id for --resume. */
    async complete(applicantId: string) {
      await save(sent, `${JSON.stringify({ applicant_id: applicantId })}\n`);
      // A run without --resume replaces the journals of earlier runs.
      const replaced = files.map((file) => file.path).filter((other) => other !== sent);
      await Promise.all([path, ...replaced].map((one) => rm(one, { force: true })));
    },
    remove: () => rm(path, { force: true }),
  };
}

const sentSchema = z.object({ applicant_id: z.string() });

async function readEntry(
  path: string,
  host: string,
  application: Application,
): Promise<JournalEntry | undefined> {
  try {
    const value = parseJson(await readFile(path, 'utf8'));
    if (!path.endsWith('.sent')) return entrySchema.parse(value);
    const documents = Object.fromEntries(documentOrder.map((type) => [type, 'received']));
    const { applicant_id } = sentSchema.parse(value);
    return entrySchema.parse({ ...newEntry(host, application), applicant_id, documents });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): CommandError {
  const problem = error instanceof Error && 'code' in error ? writeProblem(error) : 'it is damaged';
  return new CommandError(
    'invalid',
    `the journal ${path} cannot be used: ${problem}; --journal <directory> names another place`,
    error,
  );
}
