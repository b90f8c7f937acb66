import { alertHref, listHref, openingHref, unsubscribeHref } from '#src/addresses.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { fill, langOf, plural } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { site, texts } from '#src/language/server.ts';
import type { Mail } from '../mail/delivery.ts';
import { type MailPart, mailContent, paragraph } from '../mail/mail-parts.ts';
import type { AlertMailRow } from '../mail/mail-queue.ts';
import type { AlertRow } from './alert-store.ts';

export interface AlertMailContent {
  readonly alert: AlertRow;
  readonly kind: AlertMailRow['kind'];
  /** The search in words. */
  readonly words: string;
  /** The new openings that the mail names. */
  readonly openings: readonly Opening[];
  /** The number of new openings, including those that it does not name. */
  readonly total: number;
  /** Some of the openings were named by a mail that may not have arrived. */
  readonly isRepetition: boolean;
  readonly token: string;
  readonly siteOrigin: string;
}

/** Composes a mail of an alert in the current language. */
export function composeAlertMail(content: AlertMailContent): Mail {
  const { alert, siteOrigin, token } = content;
  return {
    to: alert.emailaddress,
    replyTo: site().enquiries.email,
    ...contentOf(content),
    headers: {
      'List-Id': `<alerts.${new URL(siteOrigin).hostname}>`,
      'List-Unsubscribe': `<${siteOrigin + unsubscribeHref(token)}>`,
      // RFC 8058 requires an https address.
      ...(siteOrigin.startsWith('https:') && {
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

function contentOf(content: AlertMailContent) {
  const { alert, kind, words, total, token, siteOrigin } = content;
  const { confirmation, openings, end, reason, stop, stopLink } = texts().alertMail;
  const company = site().brand.name;
  const href = siteOrigin + alertHref(token);
  const button = (text: string): MailPart => ({ kind: 'link', text, href, look: 'button' });
  const mail = (subject: string, parts: readonly MailPart[]) =>
    mailContent(subject.replaceAll(/\s+/g, ' '), parts);
  if (kind === 'alert-confirmation')
    return mail(fill(confirmation.subject, { company }), [
      paragraph(fill(confirmation.text, { company, words })),
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
  const why = {
    day: formatDate(alert.confirmed_at ?? alert.created_at),
    end: formatDate(alert.ends_at),
    company,
    words,
  };
  return mail(plural(openings.subject, total, { words }), [
    ...list,
    { ...paragraph(fill(reason, why)), look: 'small' },
    { ...paragraph(stop), look: 'small' },
    { kind: 'link', text: stopLink, href, look: 'small' },
  ]);
}

function newOpenings({
  alert,
  openings,
  total,
  isRepetition,
  words,
  siteOrigin,
}: AlertMailContent): MailPart[] {
  const { text, again, more, all } = texts().alertMail.openings;
  const items = openings.map((opening) => ({
    text: opening.role_name.replaceAll(/\s+/g, ' ').trim(),
    lang: langOf(opening.language),
    href: siteOrigin + openingHref(opening.id),
    facts: factsOf(opening, ['company', 'allPlaces', 'end']).join(', '),
  }));
  const further = total - openings.length;
  const href = siteOrigin + listHref(readSearch(JSON.parse(alert.search)));
  return [
    paragraph(plural(text, total, { words })),
    // All those that the mail would name may have closed since.
    ...(items.length > 0 ? [{ kind: 'list', items } as const] : []),
    ...(isRepetition ? [paragraph(again)] : []),
    ...(items.length > 0 && further > 0 ? [paragraph(plural(more, further))] : []),
    { kind: 'link', text: fill(all, { words }), href },
  ];
}
