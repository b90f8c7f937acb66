import { language } from '#language';
import { type AlertRequest, normalizeAlertRequest } from '#src/domain/api/alert-request.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { enteredEmail } from '#src/domain/rules/forms/mail-request.ts';

/** The page has the search from its address, as a query string. The mails are in the language of the page. */
export const readAlertForm = (form: FormData): AlertRequest =>
  normalizeAlertRequest({
    emailaddress: enteredEmail(form),
    search: readSearch(new URLSearchParams(String(form.get('search') ?? ''))),
    language: language().tag,
  });
