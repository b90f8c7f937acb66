import { language } from '#language';

/** Joins texts to 'Lagos, Abuja and Kano' or, for `unit`, to 'Lagos, Abuja, Kano'. */
export const formatList = (
  items: Iterable<string>,
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string => new Intl.ListFormat(language().locale, { type }).format(items);
