import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, ExpressionOrFactory, Kysely, Selectable, SqlBool } from 'kysely';
import type { AlertRequest } from '#src/domain/api/alert-request.ts';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import { filterNames, readSearch, searchRecord } from '#src/domain/catalogue/search-parameters.ts';
import { alertLimits, dayMs } from '#src/domain/model/limits.ts';
import { mailboxKey, personKey } from '#src/domain/rules/forms/person.ts';
import { instantAfter } from '#src/domain/rules/text/iso-date.ts';
import { tokenHash } from '../applications/application-links.ts';
import type { HostDatabase, Tables } from '../database/schema.ts';
import {
  countersOfAll,
  countMail,
  forgetConfirmations,
  mailLimitsLock,
} from '../mail/mail-limits.ts';
import { isUndelivered, isUnsettled } from '../mail/mail-queue.ts';
import { alertWords } from './alert-words.ts';
import { numberOpenings } from './opening-numbers.ts';

export type AlertRow = Selectable<Tables['alerts']>;
export type AlertStore = ReturnType<typeof alertStore>;

export const daysAfter = (now: Date, days: number): string => instantAfter(now, days * dayMs);

const activeFrom = (now: Date) =>
  ({
    state: 'active',
    refused: 0,
    confirmed_at: now.toISOString(),
    ends_at: daysAfter(now, alertLimits.days),
  }) as const;

/** An ended alert can be continued until `next_at`, when it is erased. */
export const endedAt = (now: Date) =>
  ({ state: 'ended', next_at: daysAfter(now, alertLimits.endedDays) }) as const;

/**
 * Returns the active alerts with which no mail waits or is being sent, or two mails would arrive together after an
 * outage. Openings with a number after `seen` are new for the alert (`numberOpenings`).
 */
export async function alertsToReport(
  db: Kysely<Tables>,
  condition: ExpressionOrFactory<Tables, 'alerts', SqlBool>,
  limit?: number,
): Promise<AlertRow[]> {
  const mails = ({ selectFrom }: ExpressionBuilder<Tables, 'alerts'>) =>
    selectFrom('alert_mails').whereRef('alert_id', '=', 'alerts.id');
  const due = db
    .selectFrom('alerts')
    .selectAll()
    .select((eb) => {
      const undelivered = mails(eb).where(isUndelivered);
      return undelivered.select(({ fn }) => fn.min('seen_before').as('first')).as('seen_before');
    })
    .where('state', '=', 'active')
    .where((eb) => {
      const unsent = mails(eb).where(isUnsettled);
      return eb.not(eb.exists(unsent.select('id')));
    })
    .where(condition)
    .orderBy('next_at');
  const rows = await (limit === undefined ? due : due.limit(limit)).execute();
  return rows.map(({ seen_before, ...row }) => {
    const seen = (hasSeveralValues(row) ? row.seen_here : null) ?? row.seen;
    return { ...row, seen: seen_before ?? seen };
  });
}

function hasSeveralValues({ search: record }: AlertRow): boolean {
  const search = readSearch(JSON.parse(record));
  return filterNames.some((name) => (search[name]?.length ?? 0) > 1);
}

/** The alert waits for a confirmation, and has an identical address (contract, decision 16). */
export const isPendingOfAddress =
  ({ address_key }: Pick<AlertRow, 'address_key'>, now: Date) =>
  (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and({ address_key, state: 'pending' }).and('next_at', '>', now.toISOString());

export const pendingAlerts = (
  db: Kysely<Tables>,
  alert: Pick<AlertRow, 'address_key'>,
  now: Date,
): Promise<AlertRow[]> =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where(isPendingOfAddress(alert, now))
    .orderBy('created_at')
    .execute();

/** All pending alerts of an identical address end at the same time, which counts from the last mail to it. */
export async function extendPending(
  db: Kysely<Tables>,
  alert: Pick<AlertRow, 'address_key'>,
  now: Date,
): Promise<void> {
  const ends_at = daysAfter(now, alertLimits.confirmDays);
  await db
    .updateTable('alerts')
    .set({ ends_at, next_at: ends_at })
    .where(isPendingOfAddress(alert, now))
    .execute();
}

/** @param countKey the key of the hashes of mailboxes */
export function alertStore(database: HostDatabase, countKey: string) {
  const { db, transaction } = database;

  /** Does not find an alert that is due for erasure, even if it was not erased yet. */
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

  /** @param language the language of `words`; the default is the language of the alert */
  async function read(
    token: string,
    now: Date,
    language?: string,
  ): Promise<LinkedAlert | undefined> {
    const row = await findRow(token, now);
    if (!row) return undefined;
    const pending = row.state === 'pending' ? await pendingAlerts(db, row, now) : [];
    return {
      state: row.state === 'asked' ? 'pending' : row.state,
      ...(await describe(row, language)),
      ends_at: row.ends_at,
      last_sent_at: row.last_sent_at,
      wishes: await Promise.all(
        pending.map(async (one) => ({ id: one.id, ...(await describe(one, language)) })),
      ),
    };
  }

  const describe = async (row: AlertRow, language = row.language) => ({
    search: JSON.parse(row.search),
    words: await alertWords(db)({ ...row, language }),
    language: row.language,
  });

  /** Activates the pending alerts of the address that have these ids. The default is the alert of the link. */
  async function confirm(token: string, now: Date, ids?: readonly string[]) {
    const row = await findRow(token, now);
    const offered = row?.state === 'pending' ? await pendingAlerts(db, row, now) : [];
    const chosen = offered.map(({ id }) => id).filter((id) => (ids ?? [row?.id]).includes(id));
    if (row && chosen.length > 0) {
      const { last: seen } = await numberOpenings(database, now);
      const next_at = daysAfter(now, alertLimits.intervalDays);
      await transaction([], async (trx) => {
        await trx
          .updateTable('alerts')
          .set({ ...activeFrom(now), next_at, seen, seen_here: seen })
          .where('id', 'in', chosen)
          .where('state', '=', 'pending')
          .execute();
        // The link then leads to an alert that was confirmed, even if the person did not choose its own alert.
        await trx
          .updateTable('alert_tokens')
          .set({ alert_id: chosen.includes(row.id) ? row.id : chosen[0] })
          .where('token_hash', '=', tokenHash(token))
          .execute();
        await forgetConfirmations(trx, { address: row.emailaddress, countKey });
      });
    }
    return read(token, now);
  }

  /** Activates the alert of the link again. Its next mail has the openings that are new since its last mail. */
  async function renew(token: string, now: Date) {
    const row = await findRow(token, now);
    if (row?.state === 'active' || row?.state === 'ended') {
      const next_at = daysAfter(now, alertLimits.intervalDays);
      await db
        .updateTable('alerts')
        .set({ ...activeFrom(now), ...(row.state === 'ended' && { next_at }) })
        .where((eb) => eb.and({ id: row.id, state: row.state }))
        .execute();
    }
    return read(token, now);
  }

  return {
    /**
     * Stores the request without checking the address, so that the answer reveals nothing about it. Returns when the mail will
     * be sent if a limit delays it.
     * @param request is normalized and valid
     * @param network the keyed hash of the visitor's network
     */
    ask: ({ emailaddress, search, language }: AlertRequest, now: Date, network?: string) =>
      transaction([mailLimitsLock], async (trx): Promise<string | undefined> => {
        const at = now.toISOString();
        const reached = await countMail(trx, countersOfAll('alerts', network), now);
        const until = reached?.until.toISOString();
        await trx
          .insertInto('alerts')
          .values({
            id: randomUUID(),
            emailaddress,
            address_key: personKey(emailaddress),
            mailbox_key: mailboxKey(emailaddress),
            language,
            search: JSON.stringify(searchRecord(search)),
            state: 'asked',
            created_at: at,
            confirmed_at: null,
            ends_at: daysAfter(now, alertLimits.confirmDays),
            next_at: until ?? at,
            last_sent_at: null,
            seen: 0,
            seen_here: null,
            refused: 0,
          })
          .execute();
        return until;
      }),

    read,

    confirm,

    renew,

    /** Erases the alert and its waiting mails. Returns whether there was an alert. */
    async end(token: string, now: Date): Promise<boolean> {
      const row = await findRow(token, now);
      if (!row) return false;
      await db.deleteFrom('alerts').where('id', '=', row.id).execute();
      return true;
    },
  };
}
