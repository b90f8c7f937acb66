import { createElement, Fragment, type ReactNode } from 'react';
import { language, texts } from '#language';
import { fillPlaceholders } from '#src/domain/model/messages.ts';
import type { PluralText, Text } from '#src/texts/catalogue.ts';
import type { Language } from '#src/texts/language.ts';

type Values<Names extends string> = Readonly<Record<Names, string | number>>;

/** Replaces the placeholders of a text. Numbers are written as they are; `formatNumber` groups their digits. */
export const fill = <Names extends string>(text: Text<Names>, values: Values<Names>): string =>
  fillPlaceholders(text, values);

export function fillElements<Names extends string>(
  text: Text<Names>,
  elements: Readonly<Record<Names, ReactNode>>,
): ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, index) => {
    const node = index % 2 === 0 ? part : elements[part as Names];
    return createElement(Fragment, { key: `${index} ${part}` }, node);
  });
}

/** Replaces `{date}` by the day of an ISO 8601 date, which does not break at the end of a line. */
export const fillDate = (text: Text<'date'>, iso: string): ReactNode[] =>
  fillElements(text, { date: createElement('time', { dateTime: iso }, dateText(iso)) });

/** Chooses the form of a text for `count`, and replaces its placeholders; `{count}` has its digits grouped. */
export function plural<Names extends string>(
  forms: PluralText<Names | 'count'>,
  count: number,
  ...[values]: [Exclude<Names, 'count'>] extends [never]
    ? [values?: undefined]
    : [values: Values<Exclude<Names, 'count'>>]
): string {
  const form = forms[pluralRules().select(count)] ?? forms.other;
  return fillPlaceholders(form, { ...values, count: formatNumber(count) });
}

export const formatNumber = (value: number): string => numberFormat().format(value);

/** French has its own form for the first day of a month, which Intl lacks: '1er novembre 2026'. */
export const formatDay = (format: Intl.DateTimeFormat, date: Date): string =>
  format
    .formatToParts(date)
    .map(({ type, value }) => (type === 'day' && value === '1' ? texts().common.firstDay : value))
    .join('');

/**
 * Converts an ISO 8601 date or date-time to '3 October 2026': the date as written, without time zone conversion. Another
 * text stays as it is: devices have stored days as the text that the oldest supported version showed.
 */
export function dateText(iso: string): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(iso) ?? [];
  return day === undefined ? iso : formatDay(longDate(), new Date(`${day}T00:00:00Z`));
}

/** Returns the `lang` of a text in the language `tag`; undefined if it is the page's language, or unknown. */
export function langOf(tag: string | undefined): string | undefined {
  const page = language().tag;
  return tag === page || tag?.startsWith(`${page}-`) ? undefined : tag;
}

/** Joins texts: 'Lagos, Abuja, Kano', in French 'Lagos, Abuja et Kano'; with `disjunction` 'Lagos or Abuja'. */
export const formatList = (items: Iterable<string>, type: Intl.ListFormatType = 'unit'): string =>
  new Intl.ListFormat(language().locale, { type }).format(items);

export const compareTexts = (a: string, b: string): number => collator().compare(a, b);

const pluralRules = oncePerLanguage(({ locale }) => new Intl.PluralRules(locale));
const numberFormat = oncePerLanguage(({ locale }) => new Intl.NumberFormat(locale));
const longDate = oncePerLanguage(
  ({ locale }) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const collator = oncePerLanguage(({ locale }) => new Intl.Collator(locale, { numeric: true }));

/** Calls `create` once for each language in which the value is needed, and keeps the result. */
export function oncePerLanguage<Value>(create: (language: Language) => Value): () => Value {
  const created = new Map<string, Value>();
  return () => {
    const current = language();
    const value = created.get(current.tag) ?? create(current);
    created.set(current.tag, value);
    return value;
  };
}
