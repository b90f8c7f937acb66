import { loadedSite, siteConfig } from './site.ts';
import type { SiteConfig } from './site-schema.ts';

/** Whether a company has a feature, by the path of the page or the section of home: `show` is on, and it is not empty. */
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

/** Returns whether this site has a page or section. */
export const hasFeature = (feature: Feature): boolean => features[feature](siteConfig);

/** Returns whether a company can have a page or section, which it may have left out. */
export const canHave = (href: string): boolean =>
  href in features || ['/#intro', '/#openings'].includes(href);

const isOff = (href: string): boolean => href in features && !hasFeature(href as Feature);

interface Item {
  readonly label: string;
  readonly href: string;
  readonly items?: readonly Item[] | undefined;
}

/** Returns the links without those to what the site does not have. A link with others below it leads to the first of them. */
function linksOf(links: readonly Item[]): Item[] {
  return links.flatMap(({ items, ...link }) => {
    const below = items && linksOf(items);
    const [first] = below ?? [];
    if (!isOff(link.href)) return [{ ...link, ...(first && { items: below }) }];
    return first ? [{ ...link, href: first.href, items: below }] : [];
  });
}

/** Takes away the links of a site config to what it does not have. */
for (const { site } of loadedSite.languages) {
  const { footer, openings } = site;
  Object.assign(site, { menu: linksOf(site.menu) });
  footer.services = linksOf(footer.services);
  footer.links = linksOf(footer.links);
  if (openings.readMore && isOff(openings.readMore.href)) openings.readMore = undefined;
}
