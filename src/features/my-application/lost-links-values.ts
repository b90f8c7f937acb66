import { applicationFields } from '#src/domain/model/application-fields.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { normalizeEmail } from '#src/domain/rules/text/text.ts';

export const enteredAddress = (form: FormData): string =>
  normalizeEmail(String(form.get('email') ?? ''));

export const validateLostLinks = (form: FormData): Issue[] =>
  validateForm({ email: enteredAddress(form) }, { email: applicationFields.emailaddress });
