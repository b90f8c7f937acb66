import { settings } from '#src/config/settings.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/html-text.ts';
import { openingPath } from './search-address.ts';

/** Characters search engines show of a description. */
const described = 155;

/** What stands in the document's head for an opening, its title aside (the form below owns that). */
export function OpeningHead({ opening }: { opening: Opening }) {
  return (
    <>
      <meta name="description" content={preview(opening.jobdescription, described)} />
      <link rel="canonical" href={`${settings().siteOrigin}${openingPath(opening.id)}`} />
    </>
  );
}
