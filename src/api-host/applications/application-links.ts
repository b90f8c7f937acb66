import { hash, randomBytes } from 'node:crypto';
import { applicantInfoSchema } from '#src/domain/model/application.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import type { Location } from '#src/domain/model/opening.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import { distinctNames } from '#src/domain/rules/text/text.ts';
import { lastStage } from '../database/expressions.ts';
import type { HostDatabase } from '../database/schema.ts';
import { applicationLock } from '../documents/document-records.ts';
import { replacementsLeft } from '../documents/document-states.ts';
import { mailLimitsLock } from '../mail/mail-limits.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { filtered, findApplication } from './stored-applications.ts';

export const linkLifetimeMs = 30 * dayMs;

/** Links by which applicants see, withdraw or erase an application without an account (decision 025). */
export type ApplicationLinks = ReturnType<typeof applicationLinks>;

export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** The database has only this hash of a token, so that nobody who reads the database can open a link. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

/** Returns the applications with an identical address, the newest first (contract, decision 16). */
export const applicationsOf = (db: HostDatabase['db'], emailaddress: string) =>
  filtered(db, { emailaddress }).select('applications.id').orderBy('applied_at', 'desc');

/** @param hasMail whether the host sends mail */
export function applicationLinks({ db, transaction }: HostDatabase, hasMail = false) {
  const findLink = (token: string, now: Date) =>
    db
      .selectFrom('application_links')
      .select(['applicant_id', 'expires_at'])
      .where('token_hash', '=', tokenHash(token))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();

  async function readOpening(openingId: string) {
    const opening = await db
      .selectFrom('openings')
      .select(['locations', 'language', 'further'])
      .where('id', '=', openingId)
      .executeTakeFirst();
    const locations: readonly Pick<Location, 'city'>[] = JSON.parse(opening?.locations ?? '[]');
    const { jobLocationType, applicantLocationRequirements } = JSON.parse(opening?.further ?? '{}');
    return {
      cities: distinctNames(locations.map(({ city }) => city)),
      jobLocationType,
      applicantLocationRequirements,
      opening_language: opening?.language ?? undefined,
    };
  }

  return {
    /**
     * Returns the instant at which the link ends, which a repeated call does not extend, and how many documents may be
     * replaced. Returns undefined if the application does not exist.
     */
    add: (applicantId: string, token: string, now: Date) =>
      // An erasure takes the same lock, so no link is inserted for an application that is being deleted.
      transaction([applicationLock(applicantId)], async (trx) => {
        const application = await trx
          .selectFrom('applications')
          .select((eb) => ['replacements', 'withdrawn_at', lastStage(eb).as('stage')])
          .where('id', '=', applicantId)
          .executeTakeFirst();
        if (!application) return undefined;
        await trx
          .deleteFrom('application_links')
          .where('applicant_id', '=', applicantId)
          .where('expires_at', '<=', now.toISOString())
          .execute();
        const token_hash = tokenHash(token);
        const expires_at = instantAfter(now, linkLifetimeMs);
        await trx
          .insertInto('application_links')
          .values({ token_hash, applicant_id: applicantId, expires_at })
          .onConflict((conflict) => conflict.column('token_hash').doNothing())
          .execute();
        const link = trx
          .selectFrom('application_links')
          .select('expires_at')
          .where('token_hash', '=', token_hash)
          .where('applicant_id', '=', applicantId);
        const registered = await link.executeTakeFirst();
        return registered && { ...registered, replacements_left: replacementsLeft(application) };
      }),

    /**
     * Stores one mail with links to all applications of a person. It is sent to the address in the newest application.
     * The caller does not learn whether there is an application.
     */
    mailAll: (emailaddress: string, now: Date, network?: string) =>
      transaction([mailLimitsLock], async (trx) => {
        const newest = await applicationsOf(trx, emailaddress).executeTakeFirst();
        if (newest && hasMail) await enqueueMail(trx, 'lost links', newest.id, now, network);
      }),

    find: async (token: string, now: Date) => (await findLink(token, now))?.applicant_id,

    async read(token: string, now: Date): Promise<LinkedApplication | undefined> {
      const link = await findLink(token, now);
      if (!link) return undefined;
      const stored = await findApplication(db, link.applicant_id);
      if (!stored) return undefined;
      const { answers, documents, role_name, company_name, applied_at, withdrawn_at } = stored;
      return {
        application: applicantInfoSchema.parse({
          ...stored,
          answers: Object.fromEntries(answers.map(({ id, answer }) => [id, answer])),
        }),
        role_name,
        company_name,
        ...(await readOpening(stored.joblistingid)),
        questions: answers.map(({ id, question }) => ({ id, question })),
        applied_at,
        withdrawn_at,
        documents_needed: stored.documents_needed,
        replacements_left: replacementsLeft(stored),
        stage: { name: stored.stage, since: stored.stage_set_at, note: stored.stage_note },
        documents: documents.map(({ type, filename, received_at, scan_state, replacement }) => ({
          type,
          filename,
          received_at,
          infected: scan_state === 'infected',
          ...(replacement && {
            replacement: replacement.scan_state === 'infected' ? 'infected' : 'pending',
          }),
        })),
        expires_at: link.expires_at,
      };
    },

    /** The application still counts for the year (decision 017). */
    withdraw: (applicantId: string, now: Date) =>
      transaction([applicationLock(applicantId)], async (trx) => {
        const withdrawn = await trx
          .updateTable('applications')
          .set({ withdrawn_at: now.toISOString() })
          .where('id', '=', applicantId)
          .where('withdrawn_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (withdrawn && hasMail) await enqueueMail(trx, 'withdrawal', applicantId, now);
      }),
  };
}
