import { alertLimits } from '#src/domain/model/limits.ts';
import { runInLanguage } from '#src/language/server.ts';
import { newLinkToken } from '../application-links.ts';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import type { Mail } from '../mail/compose.ts';
import { outcomeOf, type Send } from '../mail/delivery.ts';
import { openingStore } from '../openings.ts';
import { startWorker, type WorkOutcome } from '../work-queue.ts';
import { type AlertMailRow, alertMailQueue, noteSent } from './alert-mails.ts';
import { type AlertRow, hashOf } from './alert-store.ts';
import { wordsOf } from './alert-words.ts';
import { composeAlertMail } from './compose-alert.ts';

interface AlertMailerOptions {
  readonly siteOrigin: string;
  readonly timeZone: string;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** Sends the mails of alerts, one after the other. `send` is used by nothing else. */
export const startAlertMailer = (
  database: HostDatabase,
  send: Send,
  options: AlertMailerOptions,
): BackgroundQueue =>
  startWorker(database, alertMailQueue, {
    ...options,
    failedEvent: 'mail-failed',
    attempt: (row) => attempt(database, send, row, options),
    onSettled({ id: mail, kind, attempts }, outcome, state) {
      const { log } = options;
      if (outcome.state === 'sent') log.info({ event: 'mail-sent', mail, kind });
      else
        log.warn({ event: 'mail-not-sent', mail, kind, attempts, state, detail: outcome.detail });
    },
  });

async function attempt(
  database: HostDatabase,
  send: Send,
  row: AlertMailRow,
  options: AlertMailerOptions,
): Promise<WorkOutcome<AlertMailRow['state']>> {
  try {
    const mail = await compose(database, row, options);
    if (typeof mail === 'string') return { state: 'dropped', detail: mail };
    await send(mail, row.id);
    if (row.kind !== 'alert-confirmation') await noteSent(database, row.alert_id, options.clock());
    return { state: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  }
}

const stateOf = {
  'alert-confirmation': 'pending',
  alert: 'active',
  'alert-end': 'ended',
} as const satisfies Record<AlertMailRow['kind'], AlertRow['state']>;

/** Returns the mail, or the reason why none is sent any more. */
async function compose(
  database: HostDatabase,
  row: AlertMailRow,
  { siteOrigin, timeZone, clock }: AlertMailerOptions,
): Promise<Mail | string> {
  const { db } = database;
  const { alert_id, openings, total } = row;
  const now = clock();
  const alert = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', alert_id)
    .executeTakeFirst();
  if (!alert) return 'the alert was erased';
  // The alert was continued before it was told of its end: then it is told of the openings.
  const kind = row.kind === 'alert-end' && alert.state === 'active' ? 'alert' : row.kind;
  if (alert.state !== stateOf[kind]) return `the alert is ${alert.state}`;
  if (kind === 'alert-confirmation' && alert.next_at <= now.toISOString())
    return `not confirmed in ${alertLimits.confirmDays} days`;
  const ids: string[] = JSON.parse(openings);
  const open = new Map<string, Awaited<ReturnType<typeof readOpen>>[number]>();
  for (const opening of await readOpen(database, timeZone, ids, now)) open.set(opening.id, opening);
  const named = ids.flatMap((id) => open.get(id) ?? []);
  if (kind === 'alert' && named.length === 0) return 'its openings have closed';
  const token = newLinkToken();
  // Only the hash of a token is stored, so each attempt has its own. All of them are valid as long as the alert exists.
  await db
    .insertInto('alert_tokens')
    .values({ token_hash: hashOf(token), alert_id })
    .execute();
  const words = await wordsOf(db, alert);
  const stillNew = total - (ids.length - named.length);
  return runInLanguage(alert.language, () =>
    composeAlertMail({
      alert,
      kind,
      words,
      openings: named,
      total: stillNew,
      token,
      siteOrigin,
    }),
  );
}

async function readOpen(
  database: HostDatabase,
  timeZone: string,
  ids: readonly string[],
  now: Date,
) {
  const openings = [];
  for await (const batch of openingStore(database, timeZone).withIds(ids, now))
    openings.push(...batch);
  return openings;
}
