import { language } from '#language';
import {
  type AlertRequest,
  normalizeAlertRequest,
  validateAlertRequest,
} from '#src/domain/api/alert-request.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import type { Issue } from '#src/domain/model/issues.ts';

export interface AlertValues {
  /** The contract names the field (decision 19); the call to the API host names it `emailaddress`. */
  readonly email: string;
  /** The query string of the search, which the page has from its address. */
  readonly search: string;
}

/** Returns the form's texts as typed. */
export function readAlertForm(form: FormData): AlertValues {
  const text = (name: string) => String(form.get(name) ?? '');
  // The form of the release before has the name of the call.
  return { email: text('email') || text('emailaddress'), search: text('search') };
}

/** The mails are in the language of the page. */
export const toAlertRequest = ({ email, search }: AlertValues): AlertRequest =>
  normalizeAlertRequest({
    emailaddress: email,
    search: readSearch(new URLSearchParams(search)),
    language: language().tag,
  });

/** The issues name the field of the form. */
export const validateAlertForm = (values: AlertValues): Issue[] =>
  validateAlertRequest(toAlertRequest(values)).map((issue) => ({ ...issue, field: 'email' }));
