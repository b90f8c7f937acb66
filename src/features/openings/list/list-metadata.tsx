import { texts } from '#language';
import { canonicalHref } from '#src/addresses.ts';
import { isIndexed, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { writeHead } from '#src/framework/static-html.tsx';
import { fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import { site } from '#src/language/server.ts';
import { careersTitle, pageTitle } from '#src/language/titles.ts';
import type { SearchOutcome } from '../data/find-openings.ts';
import { narrowedTitle, pageOfResults } from '../data/search-summary.ts';
import { FeedLinks } from '../feeds/feed-links.tsx';
import { metaDescriptionLength, ShareMetadata } from '../sharing/share-metadata.tsx';

type ListMetadata = ReturnType<typeof listMetadata>;
/** Search engines read these values of a list (decision 023). */
export function listMetadata(search: Search, outcome: SearchOutcome | undefined) {
  const found = outcome?.kind === 'found' ? outcome : undefined;
  const shown = found && pageOfResults(found);
  const page = shown?.page ?? search.page ?? 1;
  const path = canonicalHref({ ...search, page });
  const { openings } = texts();
  const { brand } = site();
  const name = found && narrowedTitle(found);
  const list = name ?? careersTitle();
  const title = page > 1 ? fill(openings.description.page, { title: list, page }) : list;
  return {
    title: name === undefined ? title : pageTitle(title),
    description:
      shown && (name !== undefined || page > 1) ? descriptionOf(shown, list) : brand.description,
    path,
    isIndexed: isIndexed(search) && (path === inLanguage('/') || found?.openings.length !== 0),
  };
}

/** The text is 'Openings in Lagos, page 2 of 3: Baker, Cook, Porter and 47 more.', as far as there is room. */
function descriptionOf(shown: ReturnType<typeof pageOfResults>, name: string): string {
  const { page, pages } = shown;
  const openings = [...shown.openings, ...shown.related];
  const { description: forms, pageOf: ofPages } = texts().openings;
  const list = pages > 1 ? fill(ofPages, { text: name, page, pages }) : name;
  if (openings.length === 0) return fill(forms.none, { list });
  const roles = [...new Set(openings.map(({ role_name }) => role_name.trim()))];
  let description = fill(forms.count, { list, count: openings.length });
  for (let count = 1; count <= roles.length; count += 1) {
    const further = openings.length - count;
    const named = { list, roles: roles.slice(0, count).join(', ') };
    const longer =
      further > 0
        ? fill(forms.rolesAndMore, { ...named, count: further })
        : fill(forms.roles, named);
    if (longer.length > metaDescriptionLength) break;
    description = longer;
  }
  return description;
}

export function ListHead({ search, metadata }: { search: Search; metadata: ListMetadata }) {
  const { title, description, path, isIndexed } = metadata;
  return writeHead(
    <>
      <meta name="description" content={description} />
      {isIndexed ? null : <meta name="robots" content="noindex" />}
      <FeedLinks search={search} />
      <ShareMetadata title={title} description={description} path={path} />
    </>,
  );
}
