import { openingHref, sharePictureHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/text/preview.ts';
import { writeHead } from '#src/framework/static-html.tsx';
import { placesText } from '#src/language/opening-facts.ts';
import { inLanguage, withoutLanguage } from '#src/language/paths.ts';
import { site } from '#src/language/server.ts';
import { addStructuredData } from '#src/request/request-context.ts';
import { FeedLinks } from '../feeds/feed-links.tsx';
import { languageOfOpening } from '../sharing/alternates.ts';
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
        hasAlternates={languageOfOpening(opening) === undefined}
        picture={sharePictureHref(opening.id)}
      />
    </>,
  );
}

export function canonicalPath(opening: Opening): string {
  const own = languageOfOpening(opening);
  const href = openingHref(opening.id);
  return own ? inLanguage(withoutLanguage(href), own) : href;
}

function descriptionOf(opening: Opening): string {
  const text = preview(opening.jobdescription, metaDescriptionLength);
  if (text !== '') return text;
  const company = opening.company_name || site().brand.companyName;
  return [opening.role_name, company, placesText(opening)].filter(Boolean).join(', ');
}
