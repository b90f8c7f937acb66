import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { neededDocuments } from '#src/config/needed-documents.ts';
import { DatabaseBusyError } from '#src/database/database.ts';
import type { Application } from '#src/domain/model/application.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { takesDocuments } from '#src/domain/model/stages.ts';
import { answerTo, reapplyWindowEnd } from '#src/domain/rules/forms/application.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import { lastStage } from '../database/expressions.ts';
import {
  type HostDatabase,
  type RequestKey,
  type Tables,
  toStoredText,
  toStoredTexts,
} from '../database/schema.ts';
import { mailLimitsLock } from '../mail/mail-limits.ts';
import { enqueueMail, isPostponed } from '../mail/mail-queue.ts';

interface Candidate {
  readonly emailaddress: string;
  readonly company_id: string;
}

export type ApplyResult =
  | {
      readonly kind: 'accepted';
      readonly id: string;
      readonly replayed: boolean;
      /** The mail to the applicant waits until this instant, because a limit of mails is reached. */
      readonly mailUntil?: string | undefined;
    }
  | { readonly kind: 'within-a-year' }
  | { readonly kind: 'key-reused' };

export type ApplicationStore = ReturnType<typeof applicationStore>;

/** @param hasMail whether the host sends mail */
export function applicationStore({ db, transaction, dialect }: HostDatabase, hasMail = false) {
  const findByKey = async (
    from: Kysely<Tables>,
    { key, digest }: RequestKey,
  ): Promise<ApplyResult | undefined> => {
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

  return {
    /** Returns whether this address has not applied to the company within a year before `now` (section 8). */
    async mayApply({ emailaddress, company_id }: Candidate, now: Date) {
      const row = await db
        .selectFrom('candidates')
        .select('reapply_at')
        .where((eb) => eb.and({ address_key: personKey(emailaddress), company_id }))
        .executeTakeFirst();
      return row === undefined || row.reapply_at <= now.toISOString();
    },
    findByKey: (key: RequestKey) => findByKey(db, key),

    async find(applicantId: string) {
      const row = await db
        .selectFrom('applications')
        .select((eb) => ['withdrawn_at', lastStage(eb).as('stage')])
        .where('id', '=', applicantId)
        .executeTakeFirst();
      return row && { withdrawn: row.withdrawn_at !== null, takes_documents: takesDocuments(row) };
    },

    async findApplicantId({ emailaddress, company_id }: Candidate, key: string) {
      const row = await db
        .selectFrom('applications')
        .select('id')
        .where('idempotency_key', '=', key)
        .where('address_key', '=', personKey(emailaddress))
        .where('company_id', '=', company_id)
        .executeTakeFirst();
      return row?.id;
    },

    /**
     * The check and the write are one transaction, so only one of several concurrent requests is accepted.
     * @param network the keyed hash of the applicant's network, which is not stored with the application
     */
    apply(
      application: Application,
      opening: Opening,
      key: RequestKey | undefined,
      now: Date,
      { language = null, network }: { language?: string | null; network?: string | undefined } = {},
    ): Promise<ApplyResult> {
      const id = newApplicantId();
      const at = now.toISOString();
      const { address_key, company_id, ...columns } = toColumns(application, opening);
      // The application needs no locks, because the constraints of the tables refuse a second application.
      return transaction([], async (trx) => {
        const inserted = await trx
          .insertInto('applications')
          .values({
            ...columns,
            id,
            address_key,
            company_id,
            applied_at: at,
            idempotency_key: key?.key ?? null,
            request_digest: key?.digest ?? null,
            final_type: null,
            final_at: null,
            withdrawn_at: null,
            language,
          })
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!inserted) {
          const earlier = key && (await findByKey(trx, key));
          // The application that made the write fail was erased since.
          if (!earlier) throw new DatabaseBusyError();
          return earlier;
        }
        const claim = { applicant_id: id, reapply_at: reapplyWindowEnd(now).toISOString() };
        const claimed = await trx
          .insertInto('candidates')
          .values({ address_key, company_id, ...claim })
          .onConflict((conflict) =>
            conflict
              .columns(['address_key', 'company_id'])
              .doUpdateSet(claim)
              .where('candidates.reapply_at', '<=', at),
          )
          .returning('applicant_id')
          .executeTakeFirst();
        if (claimed) {
          await dialect.lock(trx, [mailLimitsLock]);
          const [mail] = hasMail ? await enqueueMail(trx, 'application', id, now, network) : [];
          const mailUntil = mail && isPostponed(mail) ? mail.next_at : undefined;
          return { kind: 'accepted', id, replayed: false, mailUntil };
        }
        await trx.deleteFrom('applications').where('id', '=', id).execute();
        return { kind: 'within-a-year' };
      });
    },
  };
}

function toColumns(application: Application, opening: Opening) {
  const { answers, ...texts } = application;
  return {
    ...toStoredTexts(texts),
    joblistingid: opening.id,
    company_id: opening.company_id,
    role_name: opening.role_name,
    documents_needed: neededDocuments(opening).join(),
    address_key: personKey(application.emailaddress),
    answers: JSON.stringify(
      opening.questions.map(({ id, question }) => ({
        id,
        question,
        answer: toStoredText(answerTo(answers, id)),
      })),
    ),
  };
}

/** Crockford's base 32 leaves out I, L, O and U, which are easily misread. */
const idAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const inGroups = (letters: string): string => letters.replace(/(.{4})(?=.)/g, '$1-');

/** Returns an id of 60 random bits, such as `7KQM-3XWD-9RTZ`. */
const newApplicantId = (): string =>
  inGroups(Array.from(randomBytes(12), (byte) => idAlphabet[byte % idAlphabet.length]).join(''));

/** Reads a reference as a person typed it: `7kqm 3xwd-9rtz`, with O for 0, and I or L for 1. */
export function parseApplicantId(text: string): string {
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  const letters = typed.replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(letters) ? inGroups(letters) : text.trim();
}
