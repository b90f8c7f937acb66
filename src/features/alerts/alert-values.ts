import { language } from '#language';
import {
  type AlertRequest,
  normalizeAlertRequest,
  validateAlertRequest,
} from '#src/domain/api/alert-request.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import type { Issue } from '#src/domain/model/issues.ts';

/** The contract names the field (decision 19); the call to the API host names it `emailaddress`. */
export const enteredEmail = (form: FormData): string => String(form.get('email') ?? '');

/** The page has the search from its address, as a query string. The mails are in the language of the page. */
export const readAlertForm = (form: FormData): AlertRequest =>
  normalizeAlertRequest({
    emailaddress: enteredEmail(form),
    search: readSearch(new URLSearchParams(String(form.get('search') ?? ''))),
    language: language().tag,
  });

/** The issues name the field of the form. */
export const validateAlertForm = (form: FormData): Issue[] =>
  validateAlertRequest(readAlertForm(form)).map((issue) => ({ ...issue, field: 'email' }));
