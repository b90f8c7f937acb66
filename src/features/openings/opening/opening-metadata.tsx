import { openingHref, sharePictureHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/text/preview.ts';
import { writeHead } from '#src/framework/static-html.tsx';
import { placesText } from '#src/language/opening-facts.ts';
import { inLanguage, withoutLanguage } from '#src/language/paths.ts';
import { languages, site } from '#src/language/server.ts';
import { addStructuredData } from '#src/request/request-context.ts';
import { FeedLinks } from '../feeds/feed-links.tsx';
import { metaDescriptionLength, ShareMetadata } from '../sharing/share-metadata.tsx';
import { breadcrumbs, jobPosting } from './structured-data.ts';

export function OpeningMetadata({ opening }: { opening: Opening }) {
  const { siteOrigin } = settings();
  const posting = jobPosting(opening, new Date());
  if (posting) addStructuredData(posting);
  addStructuredData(breadcrumbs(siteOrigin, opening));
  const description = descriptionOf(opening);
  return writeHead(
    <>
      <meta name="description" content={description} />
      <FeedLinks />
      <ShareMetadata
        title={[opening.role_name, opening.company_name].filter(Boolean).join(', ')}
        description={description}
        path={canonicalPath(opening)}
        picture={sharePictureHref(opening.id)}
      />
    </>,
  );
}

/** The page in the opening's own language has the whole text in one language. */
export function canonicalPath({ id, language: tag }: Opening): string {
  const own = languages.find((one) => tag === one.tag || tag?.startsWith(`${one.tag}-`));
  const href = openingHref(id);
  return own ? inLanguage(withoutLanguage(href), own) : href;
}

function descriptionOf(opening: Opening): string {
  const text = preview(opening.jobdescription, metaDescriptionLength);
  if (text !== '') return text;
  const company = opening.company_name || site().brand.companyName;
  return [opening.role_name, company, placesText(opening)].filter(Boolean).join(', ');
}
