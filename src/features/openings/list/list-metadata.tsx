import { canonicalPath } from '#src/addresses.ts';
import { siteConfig } from '#src/config/site.ts';
import { isIndexed, pageOf, pageSize, type Search } from '#src/domain/rules/search-parameters.ts';
import { writeHead } from '#src/framework/static-html.tsx';
import { FeedLinks } from '../feeds/feed-links.tsx';
import type { FoundOpenings, SearchOutcome } from '../find-openings.ts';
import { filterText, metaDescriptionLength } from '../formatters.ts';
import { ShareMetadata } from '../sharing/share-metadata.tsx';

const { brand } = siteConfig;
const homeTitle = `Careers at ${brand.companyName}`;

/** Search engines read these values of a list (decision 023). */
export interface ListMetadata {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly isIndexed: boolean;
}

export function listMetadata(search: Search, outcome: SearchOutcome | undefined): ListMetadata {
  const found = outcome?.kind === 'found' ? outcome : undefined;
  const { page, pages } = found
    ? pageOf(search, found.openings.length)
    : { page: search.page ?? 1, pages: 1 };
  const path = canonicalPath({ ...search, page });
  const narrowed = found ? filterText(found) : '';
  const name = narrowed === '' ? undefined : `Openings${narrowed}`;
  const title = `${name ?? homeTitle}${page > 1 ? ` – page ${page}` : ''}`;
  return {
    title: name === undefined ? title : `${title} | ${brand.companyName}`,
    description:
      found && (name !== undefined || page > 1)
        ? descriptionOf(found, name ?? homeTitle, page, pages)
        : brand.description,
    path,
    isIndexed: isIndexed(search) && (path === '/' || found?.openings.length !== 0),
  };
}

/** For example 'Openings in Lagos, page 2 of 3: Baker, Cook, Porter and 47 more.', as far as there is room. */
function descriptionOf(found: FoundOpenings, name: string, page: number, pages: number): string {
  const openings = found.openings.slice((page - 1) * pageSize, page * pageSize);
  const start = pages > 1 ? `${name}, page ${page} of ${pages}` : name;
  if (openings.length === 0) return `${start}: none today.`;
  const roles = [...new Set(openings.map(({ role_name }) => role_name.trim()))];
  let description = `${start}: ${openings.length}.`;
  for (let count = 1; count <= roles.length; count += 1) {
    const further = openings.length - count;
    const named = roles.slice(0, count).join(', ');
    const longer = `${start}: ${named}${further > 0 ? ` and ${further} more` : ''}.`;
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
