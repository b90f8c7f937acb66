import { hasFeature } from '#src/config/site.ts';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import { openingsTitle } from '#src/language/titles.ts';
import { feedLinks } from './feeds.ts';

/** The head of a page links to the feeds of its search. */
export function FeedLinks({ search }: { search?: Search }) {
  if (!hasFeature('/feed')) return null;
  return feedLinks(search).map(({ type, href }) => (
    <link key={type} rel="alternate" type={type} title={openingsTitle()} href={href} />
  ));
}
