import type { ContactMessage } from '../model/contact-message.ts';
import {
  type EnquiryFormField,
  type EnquiryFormKind,
  enquiryFormFields,
  guestsRange,
} from '../model/enquiry-form.ts';
import { maxLength } from '../model/limits.ts';
import type { FormRules, FormValues } from './generic-form.ts';

const contactUs = {
  name: { required: true, maxlength: maxLength.firstname },
  email: { required: true, maxlength: maxLength.email, email: true },
  phone: { maxlength: maxLength.phone },
} as const satisfies FormRules;

const message = { required: true, maxlength: maxLength.msg } as const;

/** Contract, decision 8: what each page form asks. Sections 5 and 7 leave it open. */
export const enquiryFormRules = {
  'contact-us': { ...contactUs, message },
  quote: {
    ...contactUs,
    service: { required: true, maxlength: 200 },
    date: { required: true, dateISO: true },
    guests: { required: true, digits: true, range: guestsRange },
    message,
  },
} as const satisfies Record<EnquiryFormKind, FormRules>;

/** The rules with a date that is not before `today` (YYYY-MM-DD): nobody is cooked for in the past. */
export function withEarliestDate(rules: FormRules, today: string): FormRules {
  return rules.date ? { ...rules, date: { ...rules.date, earliest: today } } : rules;
}

/** The westernmost clocks, in minutes behind UTC, as `Date.getTimezoneOffset` counts. */
const westernmost = 12 * 60;

/**
 * The day it is, as YYYY-MM-DD. A browser gives its own clock's offset from UTC in minutes; without
 * one it is the day it still is somewhere, so that a server refuses no visitor's own today.
 */
export function isoDate(now: Date, offset = westernmost): string {
  return new Date(now.getTime() - offset * 60_000).toISOString().slice(0, 10);
}

/** Whether a field may stay empty: forms say so beside its label. */
export function isOptional(kind: EnquiryFormKind, field: EnquiryFormField): boolean {
  const rules: FormRules = enquiryFormRules[kind];
  return rules[field]?.required !== true;
}

/** The fields of a form out of what was sent, trimmed; one that is missing is empty. */
export function readEnquiryForm(
  kind: EnquiryFormKind,
  sent: (name: string) => unknown,
): FormValues {
  return Object.fromEntries(
    enquiryFormFields[kind].map((name) => {
      const value = sent(name);
      return [name, typeof value === 'string' ? value.trim() : ''];
    }),
  );
}

const subjects: Record<EnquiryFormKind, string> = {
  'contact-us': 'Contact us',
  quote: 'Quote request',
};

/**
 * A valid page form as the API's contact call takes it. The name is parted at its first space; who has
 * one name only gets a hyphen for the last, which the call demands.
 */
export function toContactMessage(kind: EnquiryFormKind, values: FormValues): ContactMessage {
  const { name = '', email = '', phone = '', message: text = '', ...rest } = values;
  const [firstname = '', ...others] = name.split(/\s+/);
  const details = Object.entries(rest).map(([field, value]) => `${field}: ${value}`);
  return {
    firstname,
    lastname: others.join(' ') || '-',
    email,
    phone,
    msg: details.length > 0 ? `${details.join('\n')}\n\n${text}` : text,
    subject: subjects[kind],
  };
}
