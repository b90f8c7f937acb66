import { alertHref, listHref, openingHref, unsubscribeHref } from '#src/addresses.ts';
import { hasRow } from '#src/database/database.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { fill, langOf, plural } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { runInLanguage, site, texts } from '#src/language/server.ts';
import { newLinkToken, tokenHash } from '../applications/application-links.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { Mail, MailState } from '../mail/delivery.ts';
import { countersOfAll, countMail, mailLimitsLock, waited } from '../mail/mail-limits.ts';
import { type MailPart, mailContent, paragraph } from '../mail/mail-parts.ts';
import { type AlertMailRow, isPostponed, isUndelivered } from '../mail/mail-queue.ts';
import { openingStore } from '../openings/opening-store.ts';
import type { WorkOutcome } from '../queue/work-queue.ts';
import { type AlertRow, extendPending, pendingAlerts } from './alert-store.ts';
import { alertWords } from './alert-words.ts';

export interface ComposeOptions {
  readonly siteOrigin: string;
  readonly clock: () => Date;
}

const stateOf = {
  'alert-confirmation': 'pending',
  alert: 'active',
  'alert-end': 'ended',
} as const satisfies Record<AlertMailRow['kind'], AlertRow['state']>;

export async function composeAlertMail(
  database: HostDatabase,
  row: Pick<AlertMailRow, 'alert_id' | 'kind' | 'openings' | 'total' | 'attempts' | 'error'>,
  { siteOrigin, clock }: ComposeOptions,
): Promise<Mail | WorkOutcome<MailState>> {
  const { db } = database;
  const { alert_id } = row;
  const now = clock();
  const dropped = (detail: string) => ({ state: 'dropped', detail }) as const;
  const ofAlert = db.selectFrom('alerts').selectAll().where('id', '=', alert_id);
  const alert = await ofAlert.executeTakeFirst();
  if (!alert) return dropped('the alert was erased');
  // If the person has continued the alert before the mail about its end was sent, the mail is about the openings only.
  const kind = row.kind === 'alert-end' && alert.state === 'active' ? 'alert' : row.kind;
  if (alert.state !== stateOf[kind]) return dropped(`the alert is ${alert.state}`);
  if (kind === 'alert-confirmation' && alert.next_at <= now.toISOString())
    return dropped(`not confirmed in ${alertLimits.confirmDays} days`);
  if (kind === 'alert-confirmation' && isPostponed(row)) {
    // The mail has waited: it is counted now, and the time in which its alerts can be confirmed begins now.
    const reached = await database.transaction([mailLimitsLock], async (trx) => {
      await extendPending(trx, alert, now);
      return countMail(trx, countersOfAll('alerts', waited), now);
    });
    if (reached) return reached;
  }
  const ids: string[] = JSON.parse(row.openings);
  const open = await openingStore(database).withIds(ids, now);
  const openings = ids.flatMap((id) => open.find((opening) => opening.id === id) ?? []);
  const total = row.total - (ids.length - openings.length);
  if (kind === 'alert' && total === 0) return dropped('its openings have closed');
  const token = newLinkToken();
  // Only the hash of a token is stored, so each attempt has its own. All of them are valid as long as the alert exists.
  const token_hash = tokenHash(token);
  await db.insertInto('alert_tokens').values({ token_hash, alert_id }).execute();
  const undelivered = db.selectFrom('alert_mails').where('alert_id', '=', alert_id);
  const isRepetition = await hasRow(undelivered.where(isUndelivered).select('id'));
  const wordsOf = alertWords(db);
  const words = await wordsOf(alert);
  const pending = kind === 'alert-confirmation' ? await pendingAlerts(db, alert, now) : [];
  const pendingWords = await Promise.all(
    pending.map(({ search }) => wordsOf({ search, language: alert.language })),
  );
  const content = { alert, kind, words, pendingWords, openings, total, isRepetition, siteOrigin };
  return runInLanguage(alert.language, () => ({
    to: alert.emailaddress,
    replyTo: site().enquiries.email,
    ...alertMailContent(content, siteOrigin + alertHref(token)),
    // Mail scanners may use these headers to unsubscribe, which would erase an alert before the person can confirm it.
    ...(kind !== 'alert-confirmation' && { headers: listHeaders(siteOrigin, token) }),
  }));
}

const listHeaders = (siteOrigin: string, token: string) => ({
  'List-Id': `<alerts.${new URL(siteOrigin).hostname}>`,
  'List-Unsubscribe': `<${siteOrigin + unsubscribeHref(token)}>`,
  // RFC 8058 requires an https address.
  ...(siteOrigin.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

interface Content {
  readonly alert: AlertRow;
  readonly kind: AlertMailRow['kind'];
  readonly words: string;
  readonly pendingWords: readonly string[];
  /** The new openings that the mail names, and the number of all. */
  readonly openings: readonly Opening[];
  readonly total: number;
  /** An earlier mail that may not have arrived named some of the openings. */
  readonly isRepetition: boolean;
  readonly siteOrigin: string;
}

/** @param href the page of the alert */
export function alertMailContent(content: Content, href: string) {
  const { alert, kind, words, pendingWords, total } = content;
  const { confirmation, openings, end, reason, stop, stopLink } = texts().alertMail;
  const company = site().brand.name;
  const button = (text: string): MailPart => ({ kind: 'link', text, href, look: 'button' });
  const mail = (subject: string, parts: readonly MailPart[]) =>
    mailContent(subject.replaceAll(/\s+/g, ' '), parts);
  if (kind === 'alert-confirmation')
    return mail(fill(confirmation.subject, { company }), [
      ...(pendingWords.length > 1
        ? [fill(confirmation.several, { company }), pendingWords.map(lineOf).join('\n')]
        : [fill(confirmation.text, { company, words })]
      ).map(paragraph),
      button(confirmation.link),
      paragraph(plural(confirmation.otherwise, alertLimits.confirmDays)),
    ]);
  const list = total > 0 ? newOpenings(content) : [];
  if (kind === 'alert-end')
    return mail(fill(end.subject, { words }), [
      ...list,
      paragraph(fill(end.text, { words, day: formatDate(alert.next_at) })),
      button(end.link),
    ]);
  const day = formatDate(alert.confirmed_at ?? alert.created_at);
  const why = fill(reason, { day, end: formatDate(alert.ends_at), company, words });
  return mail(plural(openings.subject, total, { words }), [
    ...list,
    { ...paragraph(why), look: 'small' },
    { ...paragraph(stop), look: 'small' },
    { kind: 'link', text: stopLink, href, look: 'small' },
  ]);
}

const lineOf = (words: string): string => `– ${fill(texts().alerts.openings, { filters: words })}`;

function newOpenings(content: Content): MailPart[] {
  const { alert, words, openings, total, isRepetition, siteOrigin } = content;
  const { text, again, more, all } = texts().alertMail.openings;
  const items = openings.map((opening) => ({
    text: opening.role_name.replaceAll(/\s+/g, ' ').trim(),
    lang: langOf(opening.language),
    href: siteOrigin + openingHref(opening.id),
    facts: factsOf(opening, ['company', 'allPlaces', 'pay', 'end']).join(', '),
  }));
  const further = total - openings.length;
  const href = siteOrigin + listHref(readSearch(JSON.parse(alert.search)));
  return [
    paragraph(plural(text, total, { words })),
    // All openings that the mail would name may have closed since.
    ...(items.length > 0 ? [{ kind: 'list', items } as const] : []),
    ...(isRepetition ? [paragraph(again)] : []),
    ...(items.length > 0 && further > 0 ? [paragraph(plural(more, further))] : []),
    { kind: 'link', text: fill(all, { words }), href },
  ];
}
