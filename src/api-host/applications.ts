import type { Application } from '#src/domain/model/application.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { newApplicantId } from './applicant-id.ts';
import type { Engine, HostDatabase } from './database/engine.ts';
import type { RequestKey } from './idempotency.ts';
import { isWithinAYear } from './reapply-window.ts';
import { addressKey, toStoredText } from './stored-text.ts';

export interface Candidate {
  readonly emailaddress: string;
  readonly company_id: string;
}

export type ApplyOutcome =
  | { readonly kind: 'accepted'; readonly id: string; readonly replayed: boolean }
  | { readonly kind: 'within-a-year' }
  | { readonly kind: 'key-reused' };

export interface ApplicationStore {
  /** Sections 5 and 8: whether this address has not applied to the company within a year before `now`. */
  mayApply(candidate: Candidate, now: Date): Promise<boolean>;
  /** What became of an earlier request with this key; undefined when it is the first. */
  findByKey(key: RequestKey): Promise<ApplyOutcome | undefined>;
  /** The id of the candidate's application that was sent with this Idempotency-Key. */
  findOwn(candidate: Candidate, key: string): Promise<string | undefined>;
  /**
   * Stores an application that the rules have passed, unless the candidate applied within a year: looked
   * up and written in one transaction, so that of many at once one is accepted. On disk when it resolves.
   */
  apply(
    application: Application,
    opening: Opening,
    key: RequestKey | undefined,
    now: Date,
  ): Promise<ApplyOutcome>;
}

export function applicationStore(db: HostDatabase, engine: Engine): ApplicationStore {
  const findByKey = async (
    from: HostDatabase,
    { key, digest }: RequestKey,
  ): Promise<ApplyOutcome | undefined> => {
    const row = await from
      .selectFrom('applications')
      .select(['id', 'request_digest'])
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    if (!row) return undefined;
    return row.request_digest === digest
      ? { kind: 'accepted', id: row.id, replayed: true }
      : { kind: 'key-reused' };
  };

  const mayApply = async (from: HostDatabase, candidate: Candidate, now: Date) => {
    const last = await from
      .selectFrom('applications')
      .select('applied_at')
      .where('address_key', '=', addressKey(candidate.emailaddress))
      .where('company_id', '=', candidate.company_id)
      .orderBy('applied_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last === undefined || !isWithinAYear(new Date(last.applied_at), now);
  };

  return {
    mayApply: (candidate, now) => mayApply(db, candidate, now),
    findByKey: (key) => findByKey(db, key),

    async findOwn({ emailaddress, company_id }, key) {
      const row = await db
        .selectFrom('applications')
        .select('id')
        .where('idempotency_key', '=', key)
        .where('address_key', '=', addressKey(emailaddress))
        .where('company_id', '=', company_id)
        .executeTakeFirst();
      return row?.id;
    },

    apply: (application, opening, key, now) =>
      db.transaction().execute(async (trx) => {
        const { company_id } = opening;
        const candidate = { emailaddress: application.emailaddress, company_id };
        await engine.takeTurns(trx, [
          ...(key ? [`key ${key.key}`] : []),
          `candidate ${company_id} ${addressKey(application.emailaddress)}`,
        ]);
        const earlier = key && (await findByKey(trx, key));
        if (earlier) return earlier;
        if (!(await mayApply(trx, candidate, now))) return { kind: 'within-a-year' };
        const id = newApplicantId();
        await trx
          .insertInto('applications')
          .values({
            ...toColumns(application, opening),
            id,
            applied_at: now.toISOString(),
            idempotency_key: key?.key ?? null,
            request_digest: key?.digest ?? null,
            final_type: null,
            final_at: null,
          })
          .execute();
        return { kind: 'accepted', id, replayed: false };
      }),
  };
}

function toColumns(application: Application, opening: Opening) {
  const { answers, ...typed } = application;
  const fields = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, toStoredText(value)]),
  ) as typeof typed;
  return {
    ...fields,
    joblistingid: opening.id,
    company_id: opening.company_id,
    role_name: opening.role_name,
    address_key: addressKey(application.emailaddress),
    answers: JSON.stringify(
      opening.questions.map(({ id, question }) => ({
        id,
        question,
        answer: toStoredText(answers[id] ?? ''),
      })),
    ),
  };
}
