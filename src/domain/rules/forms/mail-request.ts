import { applicationFields } from '#src/domain/model/application-fields.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { normalizeEmail } from '../text/text.ts';
import { validateForm } from './form-rules.ts';

/** The address is normalized. */
export const validateAddress = (emailaddress: string, field = 'emailaddress'): Issue[] =>
  validateForm({ [field]: emailaddress }, { [field]: applicationFields.emailaddress });

/** The contract (decision 19) gives the field the name `email`; the calls to the API host use `emailaddress`. */
export const enteredEmail = (form: FormData): string => String(form.get('email') ?? '');

export const validateMailRequest = (form: FormData): Issue[] =>
  validateAddress(normalizeEmail(enteredEmail(form)), 'email');
