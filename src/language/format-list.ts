import { language } from '#language';

/** Joins texts as the language does: 'Lagos, Abuja, Kano', in French 'Lagos, Abuja et Kano'. */
export const formatList = (items: Iterable<string>): string =>
  new Intl.ListFormat(language().locale, { type: 'unit' }).format(items);
