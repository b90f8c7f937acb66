import type { Transaction } from 'kysely';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import { normalizeText, stripBidiControls } from '#src/domain/rules/text/text.ts';
import { type HostDatabase, type Tables, toStoredText } from '../database/schema.ts';
import { applicationLock } from '../documents/document-records.ts';
import { enqueueMail } from '../mail/mail-queue.ts';

/** Writes of a running host wait for one call at most. */
export const maxChanges = 1000;

export interface StageChange {
  readonly applicant: string;
  readonly stage: Stage;
  /** If the note is empty or missing, an application that is in the stage already keeps its note. */
  readonly note?: string | undefined;
  readonly line?: number;
}

export interface StageResult {
  readonly applicant_id: string;
  readonly from: Stage;
  readonly stage: Stage;
  /** Whether the history got a new entry, for another stage or another note. */
  readonly changed: boolean;
  /** Whether this call has stored a mail. */
  readonly mail: boolean;
}

/** Applications do not exist or were withdrawn (`since`). Nothing was changed. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly problems: readonly (StageChange & { readonly since: string | undefined })[];

  constructor(problems: StageError['problems']) {
    super(`${problems.length} stages cannot be set.`);
    this.problems = problems;
  }
}

interface SetOptions {
  /** Stores a mail for each applicant for whose current entry of the history no mail was stored. */
  readonly mail?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly now: Date;
}

/**
 * Sets the stages of at most `maxChanges` applications, each once, all or none. A repetition changes nothing and stores
 * no second mail. A change back to the first stage is a correction, and causes no mail.
 * @throws StageError
 */
export function setStages(
  { transaction }: HostDatabase,
  changes: readonly StageChange[],
  { mail = false, dryRun = false, now }: SetOptions,
): Promise<StageResult[]> {
  const ids = changes.map(({ applicant }) => applicant);
  // The locks exclude a withdrawal and an erasure, so that no row is inserted for an application that is being deleted.
  return transaction(ids.map(applicationLock), async (trx) => {
    const applications = await readCurrent(trx, ids);
    const problems: StageError['problems'][number][] = [];
    const planned = [];
    for (const change of changes) {
      const { applicant, stage } = change;
      const current = applications.get(applicant);
      const note = toStoredText(stripBidiControls(normalizeText(change.note ?? '')));
      const changed = current?.stage !== stage || (note !== '' && note !== current.note);
      const since = current?.withdrawn_at ?? undefined;
      if (!current || (changed && since !== undefined)) {
        problems.push({ ...change, since });
        continue;
      }
      const isTold = since === undefined && stage !== firstStage;
      const isMailed = mail && isTold && (changed || current.mail_id === null);
      const { stage: from, position } = current;
      const result = { applicant_id: applicant, from, stage, changed, mail: isMailed };
      planned.push({ result, note: note || null, position });
    }
    if (problems.length > 0) throw new StageError(problems);
    for (const { result, note, position } of dryRun ? [] : planned) {
      const { applicant_id, stage, changed, mail } = result;
      const [stored] = mail ? await enqueueMail(trx, 'stage', applicant_id, now) : [];
      const mail_id = stored?.id ?? null;
      const values = { stage, set_at: now.toISOString(), note, mail_id };
      if (changed)
        await trx
          .insertInto('application_stages')
          .values({ applicant_id, position: position + 1, ...values })
          .execute();
      else if (mail_id !== null)
        await trx
          .updateTable('application_stages')
          .set({ mail_id })
          .where((eb) => eb.and({ applicant_id, position }))
          .execute();
    }
    return planned.map(({ result }) => result);
  });
}

async function readCurrent(trx: Transaction<Tables>, ids: readonly string[]) {
  const applications = await trx
    .selectFrom('applications')
    .select(['id', 'withdrawn_at'])
    .where('id', 'in', ids)
    .execute();
  const rows = await trx
    .selectFrom('application_stages')
    .selectAll()
    .where('applicant_id', 'in', ids)
    .orderBy('position')
    .execute();
  // The last row of an applicant replaces those before it.
  const last = new Map(rows.map((row) => [row.applicant_id, row]));
  const none = { position: 0, stage: firstStage, note: null, mail_id: null } as const;
  return new Map(
    applications.map(({ id, withdrawn_at }) => [id, { ...(last.get(id) ?? none), withdrawn_at }]),
  );
}
