import { sharePictureHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { language, languages, site, splitLanguage } from '#src/language/server.ts';
import { alternatesOf } from './alternates.ts';

/** Search engines show this number of characters of a meta description. */
export const metaDescriptionLength = 155;

const openGraphLocale = ({ locale }: { readonly locale: string }) => locale.replace('-', '_');

/**
 * The canonical link of a page, links to the page in the other languages, and the text and picture that other sites
 * show. The picture has 1200 x 630 pixels. Both paths become URLs of SITE_ORIGIN.
 */
export function ShareMetadata({
  title,
  description,
  path,
  picture = sharePictureHref(),
  hasAlternates = true,
}: {
  title: string;
  description: string;
  path: string;
  picture?: string;
  hasAlternates?: boolean;
}) {
  const { siteOrigin } = settings();
  const image = siteOrigin + picture;
  const properties = {
    'og:type': 'website',
    'og:site_name': site().brand.companyName,
    'og:locale': openGraphLocale(language()),
    'og:title': title,
    'og:description': description,
    'og:url': siteOrigin + path,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  };
  // X takes title and description from the properties above.
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:image': image,
    'twitter:image:alt': title,
  };
  return (
    <>
      <link rel="canonical" href={siteOrigin + path} />
      {hasAlternates &&
        alternatesOf(siteOrigin, splitLanguage(path).path).map((alternate) => (
          <link key={alternate.hrefLang} rel="alternate" {...alternate} />
        ))}
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {languages
        .filter(({ tag }) => tag !== language().tag)
        .map((other) => (
          <meta key={other.tag} property="og:locale:alternate" content={openGraphLocale(other)} />
        ))}
      {Object.entries(names).map(([name, content]) => (
        <meta key={name} name={name} content={content} />
      ))}
    </>
  );
}
