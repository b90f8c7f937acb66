import type { PageProps } from 'waku/router';
import { SectionColumns } from '#src/components/section/section.tsx';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import {
  ContactUsSection,
  QuoteSection,
} from '#src/features/enquiry-forms/enquiry-form-section.tsx';
import { Benefits, Companies, Testimonial } from '#src/features/home/about.tsx';
import { FindUs } from '#src/features/home/find-us.tsx';
import { Hero, Intro } from '#src/features/home/hero.tsx';
import { Brands, Dishes, GallerySection } from '#src/features/home/showcase.tsx';
import { FeedLinks } from '#src/features/openings/feed-links.tsx';
import { startSearch } from '#src/features/openings/find-openings.ts';
import { OpeningsSection } from '#src/features/openings/openings-section.tsx';
import { OpeningsSearch } from '#src/features/openings/search-context.client.tsx';
import { SearchForm } from '#src/features/openings/search-form.client.tsx';
import { ShareMetadata } from '#src/features/openings/share-metadata.tsx';
import { organizationAndSite } from '#src/features/openings/structured-data.ts';
import { addStructuredData } from '#src/server/request-context.ts';

export default async function HomePage({ query }: PageProps<'/'>) {
  const { search, address, companies, outcome } = await startSearch(query);
  const { siteOrigin } = settings();
  for (const data of organizationAndSite(siteOrigin)) addStructuredData(data);
  return (
    <OpeningsSearch key={address} initial={search} initialAddress={address}>
      <title>{`Careers at ${siteConfig.brand.companyName}`}</title>
      <meta name="description" content={siteConfig.brand.description} />
      <link rel="canonical" href={`${siteOrigin}/`} />
      <FeedLinks search={search} />
      <ShareMetadata
        title={`Careers at ${siteConfig.brand.companyName}`}
        description={siteConfig.brand.description}
        path="/"
      />
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
        <Companies />
        <Benefits />
        <Dishes />
        <Testimonial />
        <GallerySection />
        <Brands />
        <FindUs />
        <SectionColumns>
          <ContactUsSection />
          <QuoteSection />
        </SectionColumns>
      </div>
    </OpeningsSearch>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
