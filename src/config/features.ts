import type { SiteConfig } from './site-schema.ts';

/** Whether a company has a page or a section of home, by its path: its `show` is on, and it is not empty. */
const features = {
  '/#companies': ({ show }: SiteConfig) => show.houses,
  '/#benefits': ({ benefits }: SiteConfig) => benefits.items.length > 0,
  '/#dishes': ({ show, dishes }: SiteConfig) => show.dishes && dishes.items.length > 0,
  '/#gallery': ({ show, gallery }: SiteConfig) => show.gallery && gallery.items.length > 0,
  '/#brands': ({ show, brands }: SiteConfig) => show.brands && brands.items.length > 0,
  '/#find-us': ({ show, map }: SiteConfig) => show.map && map !== undefined,
  '/#contact-us': ({ show, enquiryForms }: SiteConfig) =>
    show.enquiryForms && enquiryForms.contactUs.title !== '',
  '/#quote': ({ show, enquiryForms }: SiteConfig) =>
    show.enquiryForms && enquiryForms.quote.title !== '',
  '/contact': ({ show }: SiteConfig) => show.contactPage,
  '/alerts': ({ show }: SiteConfig) => show.alerts,
  '/feed': ({ show }: SiteConfig) => show.feeds,
  '/embed': ({ show }: SiteConfig) => show.embedding,
} as const;
export type Feature = keyof typeof features;

/** Returns whether a site has a page or section. */
export const siteHas = (site: SiteConfig, feature: Feature): boolean => features[feature](site);

/** Returns whether the site can have a page or section, which a company may have left out. */
export const canHave = (href: string): boolean =>
  href in features || ['/#intro', '/#openings'].includes(href);

interface Item {
  readonly label: string;
  readonly href: string;
  readonly items?: Item[] | undefined;
}

/**
 * Returns a site config without links to pages and sections that the site does not have. If such a link has others
 * below it, it leads to the first of these instead.
 */
export function withShownLinks(site: SiteConfig): SiteConfig {
  const isOff = (href: string) => href in features && !siteHas(site, href as Feature);
  const shown = (links: readonly Item[]): Item[] =>
    links.flatMap(({ items, ...link }) => {
      const below = items && shown(items);
      const [first] = below ?? [];
      if (!isOff(link.href)) return [{ ...link, ...(first && { items: below }) }];
      return first ? [{ ...link, href: first.href, items: below }] : [];
    });
  const { menu, footer, openings } = site;
  const { readMore } = openings;
  return {
    ...site,
    menu: shown(menu),
    footer: { ...footer, services: shown(footer.services), links: shown(footer.links) },
    openings: { ...openings, readMore: readMore && isOff(readMore.href) ? undefined : readMore },
  };
}
