import type { ContactMessage } from '#src/domain/model/contact.ts';
import {
  type EnquiryFormField,
  type EnquiryFormKind,
  enquiryForms,
} from '#src/domain/model/enquiry-form.ts';
import { enteredText } from '../text/text.ts';
import { normalizeMessageField } from './contact.ts';
import type { FieldRules, FormRules, FormValues } from './form-rules.ts';

export type ConfiguredRules = Partial<Readonly<Record<EnquiryFormField, FieldRules>>>;

/** The site config replaces or extends the rules of a field. */
export function rulesOf(kind: EnquiryFormKind, configured: ConfiguredRules = {}): FormRules {
  const fields = Object.entries<FieldRules | undefined>(enquiryForms[kind]);
  return Object.fromEntries(
    fields
      .map(([name, own]) => [name, own, configured[name as EnquiryFormField]] as const)
      .filter(([, own, added]) => own ?? added)
      .map(([name, own, added]) => [name, { ...own, ...added }]),
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
