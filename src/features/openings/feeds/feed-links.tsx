import { siteConfig } from '#src/config/site.ts';
import type { Search } from '#src/domain/rules/search-parameters.ts';
import { feedLinks } from './feeds.ts';

/** The head of a page links to the feeds of its search. */
export function FeedLinks({ search }: { search?: Search }) {
  const title = `Openings at ${siteConfig.brand.companyName}`;
  return feedLinks(search).map(({ type, href }) => (
    <link key={type} rel="alternate" type={type} title={title} href={href} />
  ));
}
