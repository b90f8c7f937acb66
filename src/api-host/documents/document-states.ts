import type { Selectable } from 'kysely';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import type { ScanState, Tables } from '../database/schema.ts';

/** The consequences of a state. docs/architecture.md has this table with the events that change the state. */
export interface DocumentState {
  /** Exports leave it out, unless an operator asks for it (`--with-held`). */
  readonly isHeld: boolean;
  readonly page: 'arrived' | 'malware';
  /** The next file of the type replaces it, or is taken as if this one had not been sent. */
  readonly next: 'replaces' | 'taken';
  /** What happens to the replaced file, which is kept until then. */
  readonly earlier: 'removed' | 'counts' | 'restored';
  /** The mail to the applicant that all documents have arrived. */
  readonly mail: 'sent' | 'waits' | 'dropped';
}

/** The states are those of the malware scan. A document that was not sent yet, or was erased, has no row. */
export const documentStates: Readonly<Record<ScanState, DocumentState>> = {
  clean: { isHeld: false, page: 'arrived', next: 'replaces', earlier: 'removed', mail: 'sent' },
  pending: { isHeld: true, page: 'arrived', next: 'replaces', earlier: 'counts', mail: 'waits' },
  infected: { isHeld: true, page: 'malware', next: 'taken', earlier: 'restored', mail: 'dropped' },
  error: { isHeld: true, page: 'arrived', next: 'replaces', earlier: 'counts', mail: 'sent' },
  unscanned: { isHeld: false, page: 'arrived', next: 'replaces', earlier: 'removed', mail: 'sent' },
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

/** Returns the earlier, or the refused, file of a document that was replaced. */
const formerOf = ({ former }: Pick<DocumentRow, 'former'>): Version | undefined =>
  former === null ? undefined : JSON.parse(former);

/**
 * A document, and the file that was sent to replace it. A scanned file replaces the earlier one once it is clean, and not at
 * all if it is infected: until then the row has the new file, and `former` the earlier one (decision 007).
 */
export function versionsOf(row: DocumentRow): {
  readonly document: Version;
  replacement?: Version;
} {
  const [version, former] = [versionIn(row), formerOf(row)];
  if (!former) return { document: version };
  if (former.scan_state === 'infected') return { document: version, replacement: former };
  return isHeld(row.scan_state)
    ? { document: former, replacement: version }
    : { document: version };
}

/** Returns the names of the files of a document. A backup of the oldest supported version has no `former`. */
export const filesOf = (row: { readonly stored_as: string; readonly former?: string | null }) =>
  [row.stored_as, formerOf({ former: row.former ?? null })?.stored_as].filter(
    (name) => name !== undefined,
  );

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
 * Returns whether a file is taken as the document of its type, replaces it, or is refused. A file without `replaces` may be
 * sent again until the final document, because its response may have been lost.
 */
export function decideUpload(
  application: Receiving & { readonly final_type: string | null },
  row: DocumentRow | undefined,
  { type, replaces }: { readonly type: DocumentType; readonly replaces: boolean },
): DocumentState['next'] | 'withdrawn' | 'complete' | 'final' {
  if (application.withdrawn_at !== null) return 'withdrawn';
  if (!replaces && (application.final_type ?? type) === type) return 'taken';
  const next = row ? documentStates[versionsOf(row).document.scan_state].next : 'taken';
  if (next === 'taken') return next;
  if (!replaces) return 'complete';
  return replacementsLeft(application) > 0 ? 'replaces' : 'final';
}

export const newScan = (state: 'pending' | 'unscanned', now: Date) => ({
  scan_state: state,
  scan_attempts: 0,
  scan_next_at: now.toISOString(),
  scan_detail: null,
  scanned_at: null,
});

/**
 * Returns the columns of a document that gets a new file. The file that counted is kept while the new one is scanned.
 * `kept` and `replaced` are names of files.
 */
export function afterUpload(row: DocumentRow | undefined, isScanned: boolean, now: Date) {
  const document = row && versionsOf(row).document;
  const isReplaced = document && documentStates[document.scan_state].next === 'replaces';
  const former = isScanned && isReplaced ? document : undefined;
  const scan = newScan(isScanned ? 'pending' : 'unscanned', now);
  return {
    columns: { ...scan, former: former ? JSON.stringify(former) : null },
    kept: former?.stored_as,
    replaced: (row ? filesOf(row) : []).filter((name) => name !== former?.stored_as),
  };
}

/**
 * Returns how a replacement ends whose new file was scanned, undefined if it has ended or goes on. If the earlier file is
 * `restored`, the new one is kept in `former`, so that the page can name it.
 */
export function afterScan(row: DocumentRow, now: Date) {
  const former = formerOf(row);
  const follows =
    former?.scan_state === 'infected' ? 'counts' : documentStates[row.scan_state].earlier;
  if (!former || follows === 'counts') return undefined;
  if (follows === 'removed') return { columns: { former: null } };
  const columns = { ...newScan('pending', now), ...former, former: JSON.stringify(versionIn(row)) };
  return { columns, restored: former.stored_as };
}
