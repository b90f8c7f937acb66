import { language } from '#language';
import { type AlertRequest, normalizeAlertRequest } from '#src/domain/rules/alert.ts';
import { readSearch } from '#src/domain/rules/search-parameters.ts';

export interface AlertValues {
  readonly emailaddress: string;
  /** The query string of the search, which the page has from its address. */
  readonly search: string;
}

/** Returns the form's texts as typed. */
export function readAlertForm(form: FormData): AlertValues {
  const text = (name: keyof AlertValues) => String(form.get(name) ?? '');
  return { emailaddress: text('emailaddress'), search: text('search') };
}

/** The mails are in the language of the page. */
export const toAlertRequest = ({ emailaddress, search }: AlertValues): AlertRequest =>
  normalizeAlertRequest({
    emailaddress,
    search: readSearch(new URLSearchParams(search)),
    language: language().tag,
  });
