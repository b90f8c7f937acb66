import { constants, openAsBlob } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { mayBeLeftOut } from '#src/config/needed-documents.ts';
import { type Application, applicationSchema } from '#src/domain/model/application.ts';
import { type ContactMessage, contactMessageSchema } from '#src/domain/model/contact.ts';
import { decodeText } from '#src/domain/model/decode-text.ts';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { messages } from '#src/domain/model/messages.ts';
import { withoutControls } from '#src/domain/rules/documents/documents.ts';
import { checkDocument } from '#src/domain/rules/documents/file-content.ts';
import { endsOfBlob } from '#src/domain/rules/documents/file-ends.ts';
import {
  normalizeContactMessage,
  validateContactMessage,
} from '#src/domain/rules/forms/contact.ts';
import { normalizeContactPhone } from '#src/domain/rules/forms/phone.ts';
import { invalidDocumentMessage } from '#src/language/invalid-document.ts';
import { applicationSettings } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';

/** A problem of a fixture. It contains no value of the fixture, because values may be personal data. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

export const problemsText = (problems: readonly Problem[]): string =>
  problems
    .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
    .join('; ');

export interface ReadResult<Value> {
  /** Absent if the fixture cannot be read. */
  readonly value?: Value;
  readonly problems: readonly Problem[];
}

/** Many systems allow a process only 1,024 open files. */
const openFiles = pLimit(64);

const path = z.string({ error: messages.required }).min(1, messages.required);

/** The schema is strict, so that a misspelled field is an error. */
export const applicationFixtureSchema = z.strictObject({
  $schema: z.string().optional(),
  application: applicationSchema.strict(),
  documents: z.strictObject(
    Object.fromEntries(
      documentOrder.map((type) => [type, mayBeLeftOut(type) ? path.optional() : path]),
    ) as Record<DocumentType, z.ZodOptional<typeof path>>,
  ),
});

/** `filename` has the extension of the content. */
export interface DocumentFile {
  readonly type: DocumentType;
  readonly path: string;
  readonly filename: string;
  readonly size: number;
}

export interface ApplicationFixture {
  readonly application: Application;
  readonly documents: readonly DocumentFile[];
}

/** The paths of documents are relative to the fixture, or for `-` (`stdin`) to the working directory. */
export async function readApplicationFixture(
  file: string,
  stdin: () => Promise<Uint8Array>,
): Promise<ReadResult<ApplicationFixture>> {
  const { value, problems } = await readFixture(file, applicationFixtureSchema, stdin);
  if (!value) return { problems };
  const documents = await Promise.all(
    documentOrder.flatMap((type) => {
      const path = value.documents[type];
      if (path === undefined) return [];
      return openFiles(() => readDocument(type, resolve(dirname(file), path)));
    }),
  );
  return {
    value: {
      application: value.application,
      documents: documents.flatMap((document) => ('path' in document ? [document] : [])),
    },
    problems: documents.flatMap((document) => ('message' in document ? [document] : [])),
  };
}

/** Opens the document, so that an unreadable one is found before the application is sent. */
async function readDocument(type: DocumentType, path: string): Promise<DocumentFile | Problem> {
  const field = `documents.${type}`;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile())
      return { field, message: stats.isDirectory() ? 'is a directory' : 'is not a file' };
    const name = withoutControls(basename(path));
    const readEnds = async () => endsOfBlob(await openAsBlob(path));
    const checked = await checkDocument(type, { name, size: stats.size, readEnds });
    if (checked.kind === 'invalid')
      return {
        field,
        message:
          checked.problem === 'empty'
            ? 'the file is empty'
            : invalidDocumentMessage(checked, en, name),
      };
    return { type, path, filename: checked.filename, size: stats.size };
  } catch (error) {
    return { field, message: readErrorMessage(error) };
  }
}

export async function readContactFixture(
  file: string,
  stdin: () => Promise<Uint8Array>,
): Promise<ReadResult<ContactMessage>> {
  const { value, problems } = await readFixture(file, contactMessageSchema.strict(), stdin);
  if (!value) return { problems };
  const message = normalizeContactMessage(value);
  const issues = validateContactMessage(message);
  const phone = normalizeContactPhone(message.phone, applicationSettings().phoneCountries);
  return {
    value: { ...message, phone },
    problems: issues.map((issue) => ({ field: issue.field, message: issueMessage(issue) })),
  };
}

async function readFixture<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  stdin: () => Promise<Uint8Array>,
): Promise<ReadResult<z.output<Schema>>> {
  let json: unknown;
  try {
    const bytes = await (path === '-' ? stdin() : openFiles(() => readFile(path)));
    json = parseJson(decodeText(bytes));
  } catch (error) {
    return { problems: [{ field: '', message: readErrorMessage(error) }] };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data, problems: [] };
  const problems = parsed.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  return { problems };
}

/** Describes a failed read. Of a syntax error only the position is told, because V8's message quotes personal data. */
export function readErrorMessage(error: unknown): string {
  if (error instanceof SyntaxError) {
    const position = /line \d+ column \d+/.exec(error.message)?.[0];
    return position ? `is not JSON (${position})` : 'is not JSON';
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8 or UTF-16';
  if (code === 'EISDIR') return 'is a directory';
  if (code === 'EACCES') return 'may not be read';
  return `cannot be read (${String(code)})`;
}
