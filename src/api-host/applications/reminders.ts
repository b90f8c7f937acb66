import { dayMs, limits } from '#src/domain/model/limits.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import type { HostDatabase } from '../database/schema.ts';
import { mailLimitsLock } from '../mail/mail-limits.ts';
import { enqueueMail } from '../mail/mail-queue.ts';

/** A person is reminded of missing documents this many days before the last day. */
const daysBefore = 2;
const batchSize = 100;

/** Stores a reminder for each application whose last document is missing. Resolves with true if there may be more. */
export const storeReminders = ({ transaction }: HostDatabase, now: Date): Promise<boolean> =>
  transaction([mailLimitsLock], async (trx) => {
    const ago = (days: number) => instantAfter(now, -days * dayMs);
    const due = await trx
      .selectFrom('applications')
      .select('id')
      .where('applied_at', '<=', ago(limits.documentsDays - daysBefore))
      .where('applied_at', '>', ago(limits.documentsDays))
      .where('final_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('mail_outbox')
              .select('mail_outbox.id')
              .whereRef('applicant_id', '=', 'applications.id')
              .where('kind', '=', 'reminder'),
          ),
        ),
      )
      .limit(batchSize)
      .execute();
    for (const { id } of due) await enqueueMail(trx, 'reminder', id, now);
    return due.length === batchSize;
  });
