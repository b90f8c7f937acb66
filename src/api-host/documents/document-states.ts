import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import type { ScanState, Tables } from '../database/schema.ts';

/** The consequences of a state. docs/architecture.md has this table with the events that change the state. */
export interface DocumentState {
  /** Exports leave it out, unless an operator asks for it (`--with-held`). */
  readonly isHeld: boolean;
  /** The mail to the applicant that all documents have arrived. */
  readonly mail: 'sent' | 'waits' | 'dropped';
}

/** The states are those of the malware scan. A document that was not sent yet, or was erased, has no row. */
export const documentStates: Readonly<Record<ScanState, DocumentState>> = {
  clean: { isHeld: false, mail: 'sent' },
  pending: { isHeld: true, mail: 'waits' },
  infected: { isHeld: true, mail: 'dropped' },
  error: { isHeld: true, mail: 'sent' },
  unscanned: { isHeld: false, mail: 'sent' },
};

export const scanStates = Object.keys(documentStates) as ScanState[];
export const isHeld = (state: ScanState): boolean => documentStates[state].isHeld;

type DocumentRow = Selectable<Tables['documents']>;

const versionIn = ({
  applicant_id: _applicant,
  type: _type,
  scan_attempts: _attempts,
  scan_next_at: _next,
  former: _former,
  ...version
}: DocumentRow) => version;
type Version = ReturnType<typeof versionIn>;

/** Returns the file that `former` of a row has. */
const formerOf = ({ former }: Pick<FilesOfRow, 'former'>): Version | undefined =>
  former ? JSON.parse(former) : undefined;

/**
 * Returns the file that is the document, and the one that was sent to replace it, unless that is the document now. A scanned
 * file replaces the earlier one once it is clean, and not at all if it is infected (decision 007).
 */
export function versionsOf(row: DocumentRow): {
  readonly document: Version;
  replacement?: Version;
} {
  const [version, former] = [versionIn(row), formerOf(row)];
  if (former?.scan_state === 'infected') return { document: version, replacement: former };
  return former && isHeld(row.scan_state)
    ? { document: former, replacement: version }
    : { document: version };
}

/** A backup of the oldest supported version has no `former`. */
export interface FilesOfRow {
  readonly stored_as: string;
  readonly former?: string | null;
}

/** Returns the names of the files of a row: its own, which is the one that is scanned, and that of `former`. */
export function filesOf(row: FilesOfRow | undefined): string[] {
  const former = row && formerOf(row);
  return [row, former].flatMap((file) => file?.stored_as ?? []);
}

/** Whether a row names a file. Names of files are unique, so a text in `former` is enough. */
export const namesFile = (file: Expression<unknown>) =>
  sql<SqlBool>`(documents.stored_as = ${file} or documents.former like '%' || ${file} || '%')`;

interface Receiving {
  readonly replacements: number;
  readonly stage: Stage | null;
  readonly withdrawn_at: string | null;
}

/** Returns how often documents of the application may be replaced: until the company has set a stage. */
export const replacementsLeft = ({ replacements, stage, withdrawn_at }: Receiving): number =>
  (stage ?? firstStage) === firstStage && withdrawn_at === null
    ? Math.max(0, limits.documentReplacements - replacements)
    : 0;

/**
 * Returns whether a file replaces a document, or why it is refused. A file without `replaces` may be sent again until the
 * final document, because its response may have been lost.
 */
export function decideUpload(
  application: Receiving & { readonly final_type: string | null },
  row: DocumentRow | undefined,
  { type, replaces }: { readonly type: DocumentType; readonly replaces: boolean },
): 'withdrawn' | 'complete' | 'final' | { readonly isReplacement: boolean } {
  if (application.withdrawn_at !== null) return 'withdrawn';
  const isRepetition = !replaces && (application.final_type ?? type) === type;
  if (isRepetition || !isSent(row)) return { isReplacement: false };
  if (!replaces) return 'complete';
  return replacementsLeft(application) > 0 ? { isReplacement: true } : 'final';
}

/** A document with malware counts as not sent. */
export const countsAsSent = ({ scan_state }: { readonly scan_state: ScanState }): boolean =>
  scan_state !== 'infected';

export const isSent = (row: DocumentRow | undefined): row is DocumentRow =>
  row !== undefined && countsAsSent(versionsOf(row).document);

export const newScan = (state: 'pending' | 'unscanned', now: Date) => ({
  scan_state: state,
  scan_attempts: 0,
  scan_next_at: now.toISOString(),
  scan_detail: null,
  scanned_at: null,
});

/** Returns the columns of a row that gets a new file. While that is scanned, `former` keeps the file that was the document. */
export const afterUpload = (row: DocumentRow | undefined, isScanned: boolean, now: Date) => ({
  ...newScan(isScanned ? 'pending' : 'unscanned', now),
  former: isScanned && isSent(row) ? JSON.stringify(versionsOf(row).document) : null,
});

/**
 * Returns the columns of a row whose new file was scanned, or undefined if none change. A clean one needs no earlier file. If
 * it has malware, the row gets the earlier one again, and `former` the new one, which the page names.
 */
export function afterScan(row: DocumentRow, now: Date) {
  const { document, replacement } = versionsOf(row);
  if (!replacement) return row.former === null ? undefined : { former: null };
  const isOfRow = replacement.stored_as === row.stored_as;
  if (!isOfRow || replacement.scan_state !== 'infected') return undefined;
  return { ...newScan('pending', now), ...document, former: JSON.stringify(replacement) };
}
