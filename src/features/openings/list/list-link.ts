import { listHref } from '#src/addresses.ts';
import {
  isRepetition,
  type Parameter,
  type Search,
} from '#src/domain/catalogue/search-parameters.ts';

/**
 * With script `OpeningsSearch` runs the search in place: the parameters `changes` become those of `search`, and the
 * others are those of the form. Without `changes` all are those of `search`.
 */
export const listLink = (
  search: Search,
  changes: readonly Parameter[] = [],
  rel?: 'prev' | 'next',
) => ({
  href: listHref(search),
  rel: [rel, isRepetition(search) && 'nofollow'].filter(Boolean).join(' ') || undefined,
  'data-search': changes.join(' '),
});
