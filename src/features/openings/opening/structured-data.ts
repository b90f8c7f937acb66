import type {
  BreadcrumbList,
  Country,
  JobPosting,
  MonetaryAmount,
  Organization,
  Place,
  WebSite,
  WithContext,
} from 'schema-dts';
import { language } from '#language';
import { openingHref } from '#src/addresses.ts';
import { closingTime, statusAt } from '#src/config/site-time.ts';
import { employmentCode, payUnit } from '#src/domain/catalogue/employment-terms.ts';
import type { Location, Opening, Salary } from '#src/domain/model/opening.ts';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { applicantPlaceOf, countryOf, isRemote } from '#src/language/opening-facts.ts';
import { inLanguage } from '#src/language/paths.ts';
import { site } from '#src/language/server.ts';
import { careersTitle } from '#src/language/titles.ts';

const context = 'https://schema.org';

/**
 * Describes an opening as Google's documentation of JobPosting requires it. Returns undefined if the API host did not send
 * a required value (role, description, date, company, a location with city and country) or the closing date has passed. It
 * states optional values only if the host sent them in the form that Google reads.
 */
export function jobPosting(opening: Opening, now: Date): WithContext<JobPosting> | undefined {
  const title = opening.role_name.trim();
  const company = opening.company_name.trim();
  const description = describe(opening.jobdescription);
  const jobLocation = opening.locations.flatMap(placeOf);
  const { country, region: area } = applicantPlaceOf(opening);
  // Google requires a country or state for a remote opening without a location.
  const requirement = (opening.applicantLocationRequirements ?? {
    '@type': 'Country',
    name: country,
  }) as Country;
  const remote = isRemote(opening) && {
    jobLocationType: 'TELECOMMUTE',
    ...(area === undefined && { applicantLocationRequirements: requirement }),
  };
  const { date_posted: datePosted, closing_date: closingDate } = opening;
  if (!title || !company || !description || !datePosted) return;
  if (jobLocation.length === 0 && (!remote || area !== undefined)) return;
  if (statusAt(now)(opening) === 'closed') return;
  const employmentType = employmentCode(opening.employment_type);
  return {
    '@context': context,
    '@type': 'JobPosting',
    title,
    description,
    datePosted,
    ...(closingDate && { validThrough: closingTime(closingDate) }),
    ...(employmentType && { employmentType }),
    identifier: { '@type': 'PropertyValue', name: company, value: opening.id },
    hiringOrganization: { '@type': 'Organization', name: company },
    ...(jobLocation.length > 0 && { jobLocation }),
    ...remote,
    ...(opening.salary && salaryOf(opening.salary)),
    directApply: true,
  };
}

function describe(html: string): string {
  const clean = sanitizeDescription(html).trim();
  if (clean === '' || clean.includes('<')) return clean;
  const paragraphs = clean.split(/\n{2,}/).map((text) => text.trim().replaceAll('\n', '<br>'));
  return paragraphs.map((text) => `<p>${text}</p>`).join('');
}

function placeOf(location: Location): Place[] {
  const addressLocality = location.city.trim();
  const addressRegion = location.region?.trim();
  if (!addressLocality) return [];
  return [
    {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality,
        ...(addressRegion && { addressRegion }),
        addressCountry: countryOf(location),
      },
    },
  ];
}

function salaryOf({ min, max, currency, unit }: Salary): { baseSalary?: MonetaryAmount } {
  const unitText = payUnit(unit);
  const code = currency.trim().toUpperCase();
  if (!unitText || !/^[A-Z]{3}$/.test(code)) return {};
  const amounts =
    min === max ? { value: min } : { minValue: Math.min(min, max), maxValue: Math.max(min, max) };
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: code,
      value: { '@type': 'QuantitativeValue', ...amounts, unitText },
    },
  };
}

export function breadcrumbs(origin: string, opening: Opening): WithContext<BreadcrumbList> {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [
      {
        '@type': 'ListItem',
        position: 1,
        name: site().openings.title,
        item: origin + inLanguage('/'),
      },
      {
        '@type': 'ListItem',
        position: 2,
        name: opening.role_name,
        item: `${origin}${openingHref(opening.id)}`,
      },
    ],
  };
}

export function organizationAndSite(
  origin: string,
): readonly [WithContext<Organization>, WithContext<WebSite>] {
  const { brand, address, enquiries } = site();
  const publisher = { '@type': 'Organization', '@id': `${origin}/#organization` } as const;
  return [
    {
      '@context': context,
      ...publisher,
      name: brand.companyName,
      url: `${origin}/`,
      logo: `${origin}/icon.png`,
      email: enquiries.email,
      telephone: enquiries.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.lines.join(', '),
        addressLocality: address.city,
        addressRegion: address.region,
        addressCountry: address.country,
      },
    },
    {
      '@context': context,
      '@type': 'WebSite',
      name: careersTitle(),
      url: origin + inLanguage('/'),
      inLanguage: language().tag,
      publisher,
    },
  ];
}
