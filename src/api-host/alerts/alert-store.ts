import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AlertRequest } from '#src/domain/api/alert-request.ts';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import { alertLimits, dayMs } from '#src/domain/model/limits.ts';
import { mailboxKey, personKey } from '#src/domain/rules/forms/person.ts';
import { tokenHash } from '../application-links.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import { forgetConfirmation } from '../mail/mail-limits.ts';
import { wordsOf } from './alert-words.ts';
import { numberOpenings } from './seen-openings.ts';

export type AlertRow = Selectable<Tables['alerts']>;
export type AlertStore = ReturnType<typeof alertStore>;

export const daysAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * dayMs).toISOString();

/** @param timeZone the time zone of the companies, in which closing dates end */
export function alertStore(database: HostDatabase, timeZone: string) {
  const { db, transaction } = database;

  /** An alert that should have been erased is not found, even if nothing has erased it yet. */
  const findRow = (token: string, now: Date): Promise<AlertRow | undefined> =>
    db
      .selectFrom('alerts')
      .innerJoin('alert_tokens', 'alert_tokens.alert_id', 'alerts.id')
      .selectAll('alerts')
      .where('token_hash', '=', tokenHash(token))
      .where(({ eb, or }) =>
        or([eb('state', '=', 'active'), eb('next_at', '>', now.toISOString())]),
      )
      .executeTakeFirst();

  async function read(token: string, now: Date): Promise<LinkedAlert | undefined> {
    const row = await findRow(token, now);
    return (
      row && {
        state: row.state === 'asked' ? 'pending' : row.state,
        search: JSON.parse(row.search),
        words: await wordsOf(db, row),
        language: row.language,
        ends_at: row.ends_at,
        last_sent_at: row.last_sent_at,
      }
    );
  }

  /** Activates it if it is in one of these states. */
  async function activate(
    token: string,
    states: readonly AlertRow['state'][],
    now: Date,
  ): Promise<LinkedAlert | undefined> {
    const row = await findRow(token, now);
    if (row && states.includes(row.state)) {
      const changes = {
        state: 'active',
        refused: 0,
        confirmed_at: now.toISOString(),
        ends_at: daysAfter(now, alertLimits.days),
        ...(row.state !== 'active' && { next_at: daysAfter(now, 1) }),
        // One that is continued reports what was new since its last mail.
        ...(row.state === 'pending' && {
          seen: (await numberOpenings(database, timeZone, now)).upTo,
        }),
      } as const;
      await transaction([], async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('alerts')
          .set(changes)
          .where((eb) => eb.and({ id: row.id, state: row.state }))
          .executeTakeFirst();
        if (numUpdatedRows > 0n && row.state === 'pending')
          await forgetConfirmation(trx, row.emailaddress);
      });
    }
    return read(token, now);
  }

  return {
    /**
     * Stores what is asked for, whoever it is. Whether it is admitted is decided later, so that the answer does not depend on
     * the address. @param request is normalized and valid
     */
    async ask({ emailaddress, search, language }: AlertRequest, now: Date): Promise<void> {
      const at = now.toISOString();
      await db
        .insertInto('alerts')
        .values({
          id: randomUUID(),
          emailaddress,
          address_key: personKey(emailaddress),
          mailbox_key: mailboxKey(emailaddress),
          language,
          search: JSON.stringify(search),
          state: 'asked',
          created_at: at,
          confirmed_at: null,
          ends_at: daysAfter(now, alertLimits.confirmDays),
          next_at: at,
          last_sent_at: null,
          seen: 0,
          refused: 0,
        })
        .execute();
    },

    read,

    confirm: (token: string, now: Date) => activate(token, ['pending'], now),

    renew: (token: string, now: Date) => activate(token, ['active', 'ended'], now),

    /** Erases the alert with the mails that wait. Returns whether there was one. */
    async end(token: string, now: Date): Promise<boolean> {
      const row = await findRow(token, now);
      if (!row) return false;
      await db.deleteFrom('alerts').where('id', '=', row.id).execute();
      return true;
    },
  };
}
