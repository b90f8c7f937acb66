import type { ContactMessage } from '../model/application.ts';
import type { Issue } from '../model/issues.ts';
import { maxLength } from '../model/limits.ts';
import { type FormRules, validateForm } from './form-rules.ts';

/** Section 5, contact form. The phone is optional. */
export const contactRules = {
  firstname: { required: true, maxlength: maxLength.firstname },
  lastname: { required: true, maxlength: maxLength.lastname },
  email: { required: true, maxlength: maxLength.email, email: true },
  phone: { maxlength: maxLength.phone },
  msg: { required: true, maxlength: maxLength.msg },
} as const satisfies FormRules;

export function validateContactMessage(message: Omit<ContactMessage, 'subject'>): Issue[] {
  return validateForm({ ...message, email: message.email.trim() }, contactRules);
}
