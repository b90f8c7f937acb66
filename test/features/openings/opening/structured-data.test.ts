import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsonld from 'jsonld';
import { siteConfig } from '#src/config/site.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import {
  breadcrumbs,
  jobPosting,
  organizationAndSite,
} from '#src/features/openings/opening/structured-data.ts';
import { runInLanguage } from '#src/language/server.ts';
import { openings } from '#test/support/default-responses.ts';

const now = new Date('2026-11-01T12:00:00Z');
const complete = {
  ...openings[0],
  jobdescription: '<p>Make croissants &amp; bread.</p><script>alert(1)</script>',
};
const postingOf = (values: object) =>
  jobPosting(openingSchema.parse({ ...complete, ...values }), now) as
    | Record<string, unknown>
    | undefined;

/** Expands JSON-LD with every term in schema.org's vocabulary, and fails at a term that is dropped. */
async function expand(document: object): Promise<Record<string, unknown>> {
  const [expanded] = await jsonld.expand(document, {
    safe: true,
    documentLoader: async (url) => ({
      documentUrl: url,
      document: { '@context': { '@vocab': 'https://schema.org/' } },
    }),
  });
  return expanded ?? {};
}

test("a complete opening has each of Google's required and recommended properties", async () => {
  const posting = postingOf({});
  assert.deepEqual(posting, {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Pastry chef',
    description: '<p>Make croissants &amp; bread.</p>',
    datePosted: '2026-10-01',
    validThrough: '2027-01-31T23:59:59+01:00',
    employmentType: 'FULL_TIME',
    identifier: { '@type': 'PropertyValue', name: 'Northwind Bakery', value: '11' },
    hiringOrganization: { '@type': 'Organization', name: 'Northwind Bakery' },
    jobLocation: [
      {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Lagos',
          addressRegion: 'Lagos',
          addressCountry: 'NG',
        },
      },
      // A country that is missing is that of the site config.
      {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Ibadan',
          addressCountry: siteConfig.address.country,
        },
      },
    ],
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'NGN',
      value: {
        '@type': 'QuantitativeValue',
        minValue: 180_000,
        maxValue: 240_000,
        unitText: 'MONTH',
      },
    },
    directApply: true,
  });
  const expanded = await expand(posting ?? {});
  assert.deepEqual(expanded['@type'], ['https://schema.org/JobPosting']);
  for (const name of 'title description datePosted hiringOrganization jobLocation baseSalary employmentType identifier validThrough directApply'.split(
    ' ',
  ))
    assert.ok(Object.hasOwn(expanded, `https://schema.org/${name}`), name);
});

test('in French the breadcrumbs and the site lead to French pages, and the posting is that of the opening', async () => {
  const values = { role_name: 'Cuisinier d’hôtel', language: 'fr' };
  const opening = openingSchema.parse({ ...complete, ...values });
  const origin = 'https://jobs.example';
  const describe = () => [
    jobPosting(opening, now),
    breadcrumbs(origin, opening),
    ...organizationAndSite(origin),
  ];
  const [posting, trail, , website] = runInLanguage('fr', describe);
  assert.deepEqual(posting, describe()[0]);
  for (const document of [posting, trail, website]) assert.ok(await expand(document ?? {}));
  assert.match(JSON.stringify(trail), /"https:\/\/jobs\.example\/fr\/application\/11"/);
  const { inLanguage, url } = JSON.parse(JSON.stringify(website));
  assert.deepEqual([inLanguage, url], ['fr', `${origin}/fr`]);
});

for (const [missing, values] of [
  ['role', { role_name: ' ' }],
  ['description', { jobdescription: '<p> </p>' }],
  ['date', { date_posted: null }],
  ['company', { company_name: '' }],
  ['location', { locations: [] }],
  ['city', { locations: [{ city: ' ', country: 'NG' }] }],
] as const)
  test(`without a ${missing} there is no JobPosting`, () =>
    assert.equal(postingOf(values), undefined));

test('a remote opening needs no place, and names the country of its applicants', () => {
  const remote = {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'US' },
  };
  const posting = postingOf({ locations: [], ...remote });
  assert.equal(posting?.jobLocation, undefined);
  assert.deepEqual(
    [posting?.jobLocationType, posting?.applicantLocationRequirements],
    ['TELECOMMUTE', remote.applicantLocationRequirements],
  );
});

test('a remote opening of a region has no JobPosting, because Google knows countries; one without any is of the country of the site', () => {
  const remote = { jobLocationType: 'TELECOMMUTE' };
  const emea = { '@type': 'AdministrativeArea', name: 'EMEA' };
  assert.equal(
    postingOf({ locations: [], ...remote, applicantLocationRequirements: emea }),
    undefined,
  );
  const inLagos = postingOf({ ...remote, applicantLocationRequirements: emea });
  assert.deepEqual(
    [inLagos?.jobLocationType, inLagos?.applicantLocationRequirements],
    ['TELECOMMUTE', undefined],
  );
  assert.deepEqual(postingOf({ locations: [], ...remote })?.applicantLocationRequirements, {
    '@type': 'Country',
    name: siteConfig.address.country,
  });
});

test('there is no JobPosting after the closing date', () => {
  assert.ok(postingOf({ closing_date: '2026-11-01' }));
  assert.equal(postingOf({ closing_date: '2026-10-31' }), undefined);
});

test('omits what the host did not send, or not in the form that Google reads', () => {
  const posting = postingOf({
    closing_date: undefined,
    employment_type: 'Full-ish',
    salary: { min: 1, max: 2, currency: 'naira', unit: 'MONTH' },
    locations: [{ city: 'Kano', country: 'NG' }],
  });
  for (const name of ['validThrough', 'employmentType', 'baseSalary'])
    assert.ok(posting && !Object.hasOwn(posting, name), name);
  assert.doesNotMatch(JSON.stringify(posting), /addressRegion/);
  const fortnight = { min: 9, max: 9, currency: 'NGN', unit: 'FORTNIGHT' };
  assert.equal(postingOf({ salary: fortnight })?.baseSalary, undefined);
});

test('states the lower amount as the least, whichever the host sent first', () => {
  const salary = { min: 9, max: 5, currency: 'NGN', unit: 'DAY' };
  assert.match(JSON.stringify(postingOf({ salary })?.baseSalary), /"minValue":5,"maxValue":9/);
});

test('states one amount as a value, and marks up a plain text', () => {
  const posting = postingOf({
    salary: { min: 900, max: 900, currency: 'ngn', unit: 'hour' },
    jobdescription: 'Bake.\nSell.\n\nClean & lock.',
  });
  assert.deepEqual(posting?.baseSalary, {
    '@type': 'MonetaryAmount',
    currency: 'NGN',
    value: { '@type': 'QuantitativeValue', value: 900, unitText: 'HOUR' },
  });
  assert.equal(posting?.description, '<p>Bake.<br>Sell.</p><p>Clean &amp; lock.</p>');
});

test('Organization, WebSite and BreadcrumbList expand without a dropped term', async () => {
  const origin = 'https://careers.example';
  const opening = openingSchema.parse(complete);
  const types = [];
  for (const data of [...organizationAndSite(origin), breadcrumbs(origin, opening)])
    types.push(...((await expand(data))['@type'] as string[]));
  const names = types.map((type) => type.split('/').at(-1));
  assert.deepEqual(names, ['Organization', 'WebSite', 'BreadcrumbList']);
  const { itemListElement } = breadcrumbs(origin, opening) as { itemListElement?: unknown };
  assert.deepEqual(itemListElement, [
    { '@type': 'ListItem', position: 1, name: 'Today’s openings', item: `${origin}/` },
    { '@type': 'ListItem', position: 2, name: 'Pastry chef', item: `${origin}/application/11` },
  ]);
});
