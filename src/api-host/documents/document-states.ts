import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import type { ScanState, Tables } from '../database/schema.ts';

/** The consequences of a scan state. docs/architecture.md has this table with the events that change the state. */
export interface DocumentState {
  /** Whether exports omit the document, unless an operator asks for it (`--with-held`). */
  readonly isHeld: boolean;
  /** What happens to the mail that tells the applicant that all documents have arrived. */
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

/** Returns the file in the column `former`. */
const formerOf = ({ former }: Pick<FilesOfRow, 'former'>): Version | undefined =>
  former ? JSON.parse(former) : undefined;

/**
 * Returns the file that is the document, and the file that was sent to replace it, unless it has replaced it. A new
 * file that is scanned replaces the earlier one once it is clean, and never if it is infected (decision 007).
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

/** Returns the names of the files of a row: its own file, which is the one to scan, and the file in `former`. */
export function filesOf(row: FilesOfRow | undefined): string[] {
  const former = row && formerOf(row);
  return [row, former].flatMap((file) => file?.stored_as ?? []);
}

/** Whether a row names a file. Names of files are unique, so a search in the JSON text of `former` suffices. */
export const namesFile = (file: Expression<unknown>) =>
  sql<SqlBool>`(documents.stored_as = ${file} or documents.former like '%' || ${file} || '%')`;

interface Receiving {
  readonly replacements: number;
  readonly stage: Stage | null;
  readonly withdrawn_at: string | null;
}

/** Returns how many documents of the application may still be replaced: none once the company has set a stage. */
export const replacementsLeft = ({ replacements, stage, withdrawn_at }: Receiving): number =>
  (stage ?? firstStage) === firstStage && withdrawn_at === null
    ? Math.max(0, limits.documentReplacements - replacements)
    : 0;

/**
 * Returns whether a file replaces a document, or why it is refused. Until the final document has arrived, a file may be
 * sent again without `replaces`, because the response to the first request may have been lost.
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

/** Returns the columns of a row that gets a new file. While the new file is scanned, `former` has the earlier one. */
export const afterUpload = (row: DocumentRow | undefined, isScanned: boolean, now: Date) => ({
  ...newScan(isScanned ? 'pending' : 'unscanned', now),
  former: isScanned && isSent(row) ? JSON.stringify(versionsOf(row).document) : null,
});

/**
 * Returns the columns of a row whose new file was scanned, or undefined if none change. A clean one needs no earlier
 * file. If it has malware, the earlier file is the document again, and `former` has the new one, which the page names.
 */
export function afterScan(row: DocumentRow, now: Date) {
  const { document, replacement } = versionsOf(row);
  if (!replacement) return row.former === null ? undefined : { former: null };
  const isOfRow = replacement.stored_as === row.stored_as;
  if (!isOfRow || replacement.scan_state !== 'infected') return undefined;
  return { ...newScan('pending', now), ...document, former: JSON.stringify(replacement) };
}
