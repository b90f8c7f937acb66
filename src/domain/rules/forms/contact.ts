import type { ContactMessage } from '#src/domain/model/contact.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import {
  normalizeEmail,
  normalizeLine,
  normalizeText,
  removeInvisible,
} from '#src/domain/rules/text/text.ts';
import { type FormRules, validateForm } from './form-rules.ts';

const contactRules = {
  firstname: { required: true, maxlength: maxLength.name },
  lastname: { required: true, maxlength: maxLength.name },
  email: { required: true, maxlength: maxLength.email, email: true },
  phone: { maxlength: maxLength.phone },
  msg: { required: true, maxlength: maxLength.msg },
  // The form does not contain this field.
  subject: { maxlength: maxLength.subject },
} as const satisfies FormRules;

/** The issues have the order of the form. The message is normalized. */
export function validateContactMessage(message: ContactMessage): Issue[] {
  return validateForm({ ...message }, contactRules);
}

/** Returns what is sent for the entered values, except for `normalizeContactPhone`. */
export function normalizeContactMessage(entered: ContactMessage): ContactMessage {
  const { firstname, lastname, email, phone, msg, subject } = entered;
  return {
    firstname: normalizeLine(firstname),
    lastname: normalizeLine(lastname),
    email: normalizeEmail(email),
    phone: normalizeLine(removeInvisible(phone)),
    msg: normalizeText(msg),
    subject: normalizeLine(subject),
  };
}
