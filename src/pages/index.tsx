import type { PageProps } from 'waku/router';
import { TwoColumns } from '#src/components/columns/two-columns.tsx';
import { Benefits } from '#src/features/home/benefits.tsx';
import { Brands } from '#src/features/home/brands.tsx';
import { Dishes } from '#src/features/home/dishes.tsx';
import { FindUs } from '#src/features/home/find-us.tsx';
import { GallerySection } from '#src/features/home/gallery-section.tsx';
import { Hero } from '#src/features/home/hero.tsx';
import { Houses } from '#src/features/home/houses.tsx';
import { Intro } from '#src/features/home/intro.tsx';
import { Quote } from '#src/features/home/quote.tsx';
import { OpeningsSection } from '#src/features/openings/openings-section.tsx';
import { readSearch, searchAddress } from '#src/features/openings/search-address.ts';
import { OpeningsSearch } from '#src/features/openings/search-context.client.tsx';
import { SearchForm } from '#src/features/openings/search-form.client.tsx';
import { startSearch } from '#src/features/openings/start-search.ts';
import { ContactUsSection, QuoteSection } from '#src/features/page-forms/page-form-section.tsx';
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
      <div data-onepage="">
        <Hero
          search={
            <SearchForm
              companies={companies.map(({ id, company_name }) => ({
                value: id,
                label: company_name,
              }))}
            />
          }
        />
        <Intro />
        <div className="wrap">
          <OpeningsSection outcome={outcome} />
        </div>
        <Houses />
        <Benefits />
        <Dishes />
        <Quote />
        <GallerySection />
        <Brands />
        <FindUs />
        <TwoColumns>
          <ContactUsSection />
          <QuoteSection />
        </TwoColumns>
      </div>
    </OpeningsSearch>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
