import { alertLimits } from '#src/domain/model/limits.ts';
import { runInLanguage } from '#src/language/server.ts';
import { newLinkToken, tokenHash } from '../application-links.ts';
import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import type { Mail, MailState, Send } from '../mail/delivery.ts';
import {
  type AlertMailRow,
  alertMailQueue,
  isUndelivered,
  startMailWorker,
} from '../mail/mail-queue.ts';
import { openingStore } from '../openings.ts';
import type { WorkOutcome } from '../work-queue.ts';
import { noteRefused, noteSent } from './alert-mails.ts';
import type { AlertRow } from './alert-store.ts';
import { wordsOf } from './alert-words.ts';
import { composeAlertMail } from './compose-alert.ts';

interface AlertMailerOptions {
  readonly siteOrigin: string;
  readonly timeZone: string;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** Sends the mails of alerts, one after the other. */
export const startAlertMailer = (
  database: HostDatabase,
  send: Send,
  options: AlertMailerOptions,
): BackgroundQueue =>
  startMailWorker(database, alertMailQueue, send, {
    ...options,
    compose: (row) => compose(database, row, options),
    async onAnswered(trx, { kind, alert_id: alert }, answer) {
      if (kind === 'alert-confirmation') return;
      const now = options.clock();
      if (answer === 'sent') await noteSent(trx, alert, now);
      else if (await noteRefused(trx, alert, now))
        options.log.warn({ event: 'alert-undeliverable', alert });
    },
  });

const stateOf = {
  'alert-confirmation': 'pending',
  alert: 'active',
  'alert-end': 'ended',
} as const satisfies Record<AlertMailRow['kind'], AlertRow['state']>;

async function compose(
  database: HostDatabase,
  row: AlertMailRow,
  { siteOrigin, timeZone, clock }: AlertMailerOptions,
): Promise<Mail | WorkOutcome<MailState>> {
  const { db } = database;
  const { alert_id, total } = row;
  const now = clock();
  const dropped = (detail: string) => ({ state: 'dropped', detail }) as const;
  const alert = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', alert_id)
    .executeTakeFirst();
  if (!alert) return dropped('the alert was erased');
  // The alert was continued before it was told of its end: then it is told of the openings.
  const kind = row.kind === 'alert-end' && alert.state === 'active' ? 'alert' : row.kind;
  if (alert.state !== stateOf[kind]) return dropped(`the alert is ${alert.state}`);
  if (kind === 'alert-confirmation' && alert.next_at <= now.toISOString())
    return dropped(`not confirmed in ${alertLimits.confirmDays} days`);
  const ids: string[] = JSON.parse(row.openings);
  const openings = await openingStore(database, timeZone).withIds(ids, now);
  const open = new Map(openings.map((opening) => [opening.id, opening]));
  const named = ids.flatMap((id) => open.get(id) ?? []);
  const stillOpen = total - (ids.length - named.length);
  if (kind === 'alert' && stillOpen === 0) return dropped('its openings have closed');
  const token = newLinkToken();
  // Only the hash of a token is stored, so each attempt has its own. All of them are valid as long as the alert exists.
  await db
    .insertInto('alert_tokens')
    .values({ token_hash: tokenHash(token), alert_id })
    .execute();
  const undelivered = await db
    .selectFrom('alert_mails')
    .select('id')
    .where('alert_id', '=', alert_id)
    .where(isUndelivered)
    .executeTakeFirst();
  const content = {
    alert,
    kind,
    words: await wordsOf(db, alert),
    openings: named,
    total: stillOpen,
    isRepetition: undelivered !== undefined,
    token,
    siteOrigin,
  };
  return runInLanguage(alert.language, () => composeAlertMail(content));
}
