import { listHref } from '#src/addresses.ts';
import { isRepetition, type Search } from '#src/domain/catalogue/search-parameters.ts';

/**
 * With script `OpeningsSearch` runs the search in place. A `choice` of a filter ('city:Kano') is added to the search of
 * the form, or removed from it. A link without a choice leads to the search of its address.
 */
export const listLink = (search: Search, choice = '', rel?: 'prev' | 'next') => ({
  href: listHref(search),
  rel: [rel, isRepetition(search) && 'nofollow'].filter(Boolean).join(' ') || undefined,
  'data-choice': choice,
});
