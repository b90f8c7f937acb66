import type { PageProps } from 'waku/router';
import { readResult } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { hasFeature, siteConfig } from '#src/config/site.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { enquiryFormKinds } from '#src/domain/model/enquiry-form.ts';
import { EnquirySections } from '#src/features/contact/enquiry-form-section.tsx';
import { Benefits, Companies, Testimonial } from '#src/features/home/about.tsx';
import { FindUs } from '#src/features/home/find-us.tsx';
import { Hero, Intro, Story } from '#src/features/home/hero.tsx';
import { Brands, Dishes, GallerySection } from '#src/features/home/showcase.tsx';
import { findForPage } from '#src/features/openings/data/find-openings.ts';
import { findCompanies, lastRead } from '#src/features/openings/data/openings-source.ts';
import { ListHead, listMetadata } from '#src/features/openings/list/list-metadata.tsx';
import { organizationAndSite } from '#src/features/openings/opening/structured-data.ts';
import { companyOptions } from '#src/features/openings/search/company-options.ts';
import { OpeningsSection } from '#src/features/openings/search/openings-section.tsx';
import { OpeningsSearch } from '#src/features/openings/search/search-context.client.tsx';
import { SearchForm } from '#src/features/openings/search/search-form.client.tsx';
import { resultParts } from '#src/features/openings/search/search-results.tsx';
import { staticHtml } from '#src/framework/static-html.tsx';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import { addBrowserTexts, addStructuredData, pageRecord } from '#src/request/request-context.ts';
import { inTimeOrPrivate } from '#src/request/waits.ts';

export default async function HomePage({ query }: PageProps<'/'>) {
  addBrowserTexts('slider', 'carousel');
  if (hasFeature('/#gallery')) addBrowserTexts('gallery');
  if (hasFeature('/#find-us')) addBrowserTexts('map');
  if (enquiryFormKinds.some((kind) => hasFeature(`/#${kind}`)))
    addBrowserTexts('messageForm', 'enquiry');
  const requested = readSearch(new URLSearchParams(query));
  const [finding, listing] = [findForPage(requested), findCompanies()];
  const early = await inTimeOrPrivate(finding, 'page');
  const search = early?.search ?? requested;
  // A page that streams its openings has waited long enough already.
  if (early) await inTimeOrPrivate(listing, 'companies');
  // React renders this page, the longest one, in three tasks: the layout, the page and its HTML (decision 014).
  await yieldToEventLoop();
  const record = pageRecord();
  if (record) {
    record.styles = 'home';
    record.isStreamed = early === undefined;
  }
  for (const data of organizationAndSite(settings().siteOrigin)) addStructuredData(data);
  const options = companyOptions(lastRead().companies);
  const metadata = listMetadata(search, early);
  return (
    <OpeningsSearch initial={search} title={metadata.title}>
      <ListHead search={search} metadata={metadata} />
      <Hero search={<SearchForm companies={options} />} />
      {staticHtml(Intro)}
      <div className="wrap">
        <OpeningsSection parts={early ? resultParts(early) : finding.then(resultParts)} />
      </div>
      {staticHtml(Story)}
      {hasFeature('/#companies') ? <Companies catalogue={lastRead().catalogue} /> : null}
      {hasFeature('/#benefits') ? staticHtml(Benefits) : null}
      {hasFeature('/#dishes') ? <Dishes /> : null}
      {siteConfig.testimonial ? <Testimonial /> : null}
      {hasFeature('/#gallery') ? <GallerySection /> : null}
      {hasFeature('/#brands') ? <Brands /> : null}
      {hasFeature('/#find-us') ? <FindUs /> : null}
      <EnquirySections sent={readResult(query, enquiryFormKinds)} />
    </OpeningsSearch>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
