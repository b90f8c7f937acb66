import { createHmac } from 'node:crypto';
import { hasRow } from '#src/database/database.ts';
import type { SubmissionRow } from './schema.ts';
import { findById } from './start-submission.ts';
import { type Submission, toSubmission } from './submission.ts';
import type { RepositoryContext } from './submission-database.ts';
import { readTicket, signTicket, ticketLifetimeMs } from './upload-ticket.ts';

type Selection = { [Name in 'joblistingid' | 'applicantId' | 'id']?: string | undefined };

/** Access to submissions for the browser that has sent them. */
export const ticketCalls = ({ withDatabase, keys, now }: RepositoryContext) => ({
  /** Signs a ticket for `id` and for the submissions that the browser's `current` ticket already names. */
  ticket(id: string, current = ''): string {
    const at = now();
    const otherEntries = readTicket(current, keys.ticket, at).filter((entry) => entry.id !== id);
    return signTicket([{ id, expires: at + ticketLifetimeMs }, ...otherEntries], keys.ticket);
  },
  /** Two people may have applied to an opening in one browser, so an applicant id or a submission's id selects one. */
  async findByTicket(
    ticket: string | undefined,
    selection: Selection = {},
  ): Promise<Submission | undefined> {
    for (const { id, expires } of ticket ? readTicket(ticket, keys.ticket, now()) : []) {
      const row = await withDatabase(async ({ db }) => {
        const ended = db.selectFrom('ended_ticket').select('id').where('ends_at', '=', expires);
        return (await hasRow(ended.where('id', '=', id))) ? undefined : findById(db, id, now());
      });
      if (row && isSelected(row, selection)) return toSubmission(row, keys.encryption);
    }
    return undefined;
  },
  /** Ends the access of this ticket. The submissions stay, and so does the access of other browsers. */
  async endTicket(ticket: string): Promise<void> {
    for (const { id, expires } of readTicket(ticket, keys.ticket, now()))
      await withDatabase(({ db }) =>
        db
          .insertInto('ended_ticket')
          .values({ id, ends_at: expires })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
  },
  /** The token of the link to the private page. It has 256 bits and is computed, so it need not be stored. */
  linkToken: (id: string): string => createHmac('sha256', keys.link).update(id).digest('base64url'),
});

const isSelected = (row: SubmissionRow, { joblistingid, applicantId, id }: Selection): boolean =>
  row.state === 'accepted' &&
  (joblistingid ?? row.joblistingid) === row.joblistingid &&
  (applicantId ?? row.applicant_id) === row.applicant_id &&
  (id ?? row.id) === row.id;
