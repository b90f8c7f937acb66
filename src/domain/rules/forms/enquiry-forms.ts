import type { ContactMessage } from '#src/domain/model/contact.ts';
import {
  type EnquiryFormField,
  type EnquiryFormKind,
  enquiryFormFields,
  guestsRange,
} from '#src/domain/model/enquiry-form.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { enteredText } from '../text/text.ts';
import { messageRules, normalizeMessageField } from './contact.ts';
import type { FieldRules, FormRules, FormValues } from './form-rules.ts';

const { message, ...person } = messageRules;

/** Contract decision 8 defines these rules. The specification does not. */
export const enquiryFormRules = {
  'contact-us': messageRules,
  quote: {
    ...person,
    service: { required: true, maxlength: 200 },
    date: { required: true, dateISO: true },
    guests: {
      required: true,
      number: true,
      digits: true,
      range: guestsRange,
      maxlength: maxLength.guests,
    },
    message,
  },
} as const satisfies Record<EnquiryFormKind, FormRules>;

export type ConfiguredRules = Partial<Readonly<Record<EnquiryFormField, FieldRules>>>;

/** The site config replaces or extends the rules of a field. */
export function rulesOf(kind: EnquiryFormKind, configured: ConfiguredRules = {}): FormRules {
  const own: ConfiguredRules = enquiryFormRules[kind];
  const names: readonly EnquiryFormField[] = enquiryFormFields[kind];
  return Object.fromEntries(
    names
      .filter((name) => own[name] ?? configured[name])
      .map((name) => [name, { ...own[name], ...configured[name] }]),
  );
}

/** `day` is YYYY-MM-DD. `closedDates` are MM-DD for every year, or YYYY-MM-DD. */
export const isOpenDate = (day: string, closedDates: readonly string[]): boolean =>
  !closedDates.some((closed) => day.endsWith(closed));

/** The date must not be before `today` (YYYY-MM-DD). */
export const withEarliestDate = (rules: FormRules, today: string): FormRules =>
  rules.date ? { ...rules, date: { ...rules.date, earliest: today } } : rules;

/** Reads the fields that have rules, and normalizes them. A missing field or a file is an empty text. */
export function readEnquiryForm(rules: FormRules, data: FormData): FormValues {
  return Object.fromEntries(
    Object.keys(rules).map((name) => [name, normalizeMessageField(name, enteredText(data, name))]),
  );
}

/** The name is split at its first space. A single name gets '-' as last name, because the contact call requires one. */
export function toContactMessage(values: FormValues, subject: string): ContactMessage {
  const { name = '', email = '', email_again: _, phone = '', message: text = '', ...rest } = values;
  const [firstname = '', ...lastNames] = name.split(/\s+/);
  const details = Object.entries(rest)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}: ${value}`);
  return {
    firstname,
    lastname: lastNames.join(' ') || '-',
    email,
    phone,
    msg: details.length > 0 ? `${details.join('\n')}\n\n${text}` : text,
    subject,
  };
}
