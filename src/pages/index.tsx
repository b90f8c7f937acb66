import type { PageProps } from 'waku/router';
import { OpeningsSection } from '#src/features/openings/openings-section.tsx';
import { readSearch, searchAddress } from '#src/features/openings/search-address.ts';
import { OpeningsSearch } from '#src/features/openings/search-context.client.tsx';
import { SearchForm } from '#src/features/openings/search-form.client.tsx';
import { startSearch } from '#src/features/openings/start-search.ts';
import { settings } from '#src/site/settings.ts';
import { siteFile } from '#src/site/site-file.ts';

export default async function HomePage({ query }: PageProps<'/'>) {
  const search = readSearch(new URLSearchParams(query));
  const { companies, outcome } = await startSearch(search);
  return (
    <OpeningsSearch key={searchAddress(search)} initial={search}>
      <title>{`Careers at ${siteFile.brand.companyName}`}</title>
      <meta name="description" content={siteFile.brand.description} />
      <link rel="canonical" href={`${settings().siteOrigin}/`} />
      <main id="main" className="wrap">
        <h1>{siteFile.hero.headlines[0]}</h1>
        <p>{siteFile.hero.text}</p>
        <SearchForm
          companies={companies.map(({ id, company_name }) => ({ value: id, label: company_name }))}
        />
        <OpeningsSection outcome={outcome} />
      </main>
    </OpeningsSearch>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
