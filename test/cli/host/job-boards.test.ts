import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOpeningsFile } from '#src/api-host/admin/openings-file.ts';
import type { Opening } from '#src/domain/model/opening.ts';

const read = (file: unknown): Partial<Opening>[] =>
  parseOpeningsFile(
    file instanceof Uint8Array
      ? file
      : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
  ).openings.map(({ opening }) => opening);
const [unnamed] = read([{ role_name: 'x', company_name: 'x' }]);
/** Returns the fields that an opening has beside the empty ones. */
const filled = (opening: Partial<Opening> | undefined) =>
  Object.fromEntries(
    Object.entries(opening ?? {}).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(unnamed?.[name]),
    ),
  );

test('Greenhouse: jobs with null, remote places, regions and entities', () => {
  const job = {
    absolute_url: 'https://boards.greenhouse.io/tamarind/jobs/4001',
    data_compliance: [{ type: 'gdpr', requires_consent: false, retention_period: null }],
    education: 'education_optional',
    internal_job_id: 4000,
    location: { name: 'Lagos, Nigeria' },
    metadata: null,
    id: 4001,
    updated_at: '2026-03-02T10:00:00-05:00',
    requisition_id: null,
    title: 'Cook, R&amp;D',
    company_name: 'Tamarind',
    first_published: '2026-03-01T09:30:00-05:00',
    application_deadline: null,
    content: '&lt;p&gt;Cook &amp;amp; serve.&lt;/p&gt;',
    departments: [],
    offices: [],
  };
  const places = [
    [
      'Austin, Texas, United States',
      { locations: [{ city: 'Austin', region: 'Texas', country: 'US' }] },
    ],
    ['San Francisco, CA', { locations: [{ city: 'San Francisco, CA' }] }],
    ['Atlanta, Georgia', { locations: [{ city: 'Atlanta, Georgia' }] }],
    [
      'London, UK | Paris, France',
      {
        locations: [
          { city: 'London', country: 'GB' },
          { city: 'Paris', country: 'FR' },
        ],
      },
    ],
    [
      'Remote - Kenya',
      {
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: { '@type': 'Country', name: 'KE' },
      },
    ],
    [
      'Remote - EMEA',
      {
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: { '@type': 'AdministrativeArea', name: 'EMEA' },
      },
    ],
    [
      'Remote',
      {
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: { '@type': 'Country', name: 'Nigeria' },
      },
    ],
    [
      'Remote (US)',
      {
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: { '@type': 'Country', name: 'US' },
      },
    ],
  ] as const;
  const jobs = [
    job,
    ...places.map(([name], index) => ({ ...job, id: index + 1, location: { name } })),
    { ...job, id: 5000, location: null, content: null },
  ];
  const [first, ...others] = read({ jobs, meta: { total: jobs.length } }).map(filled);
  assert.deepEqual(first, {
    id: '4001',
    role_name: 'Cook, R&D',
    company_name: 'Tamarind',
    locations: [{ city: 'Lagos', country: 'NG' }],
    jobdescription: '<p>Cook &amp; serve.</p>',
    date_posted: '2026-03-01T09:30:00-05:00',
    source: 'greenhouse',
    source_url: 'https://boards.greenhouse.io/tamarind/jobs/4001',
  });
  for (const [index, [name, expected]] of places.entries()) {
    const { locations, jobLocationType, applicantLocationRequirements } = others[index] ?? {};
    const found = { locations, jobLocationType, applicantLocationRequirements };
    assert.deepEqual(JSON.parse(JSON.stringify(found)), expected, name);
  }
  const { locations, jobdescription } = others.at(-1) ?? {};
  assert.deepEqual([locations, jobdescription], [undefined, undefined]);
});

test('Lever: postings without a salary, with a list of places, or for people at home', () => {
  const posting = {
    additional: '',
    additionalPlain: '',
    categories: {
      commitment: 'Full-time',
      department: null,
      location: 'Abuja, Nigeria',
      team: 'Grill',
      allLocations: ['Abuja, Nigeria', null],
    },
    createdAt: 1_767_225_600_000,
    description: '<div>Grill &amp; serve.</div>',
    descriptionPlain: 'Grill & serve.',
    id: 'a-1',
    lists: [{ text: 'You &amp; we', content: '<li>Fire</li>' }],
    text: 'Grill Cook',
    country: null,
    workplaceType: 'unspecified',
    salaryRange: null,
    hostedUrl: 'https://jobs.lever.co/grill/a-1',
  };
  const remote = { ...posting, id: 'a-2', country: 'GH', workplaceType: 'remote' };
  const atHome = {
    ...remote,
    id: 'a-3',
    categories: { location: 'Remote', allLocations: ['Remote'] },
  };
  const [first, second, third] = read([posting, remote, atHome]).map(filled);
  assert.deepEqual(first, {
    id: 'a-1',
    role_name: 'Grill Cook',
    company_name: '',
    locations: [{ city: 'Abuja', country: 'NG' }],
    jobdescription: '<div>Grill &amp; serve.</div>\n<h3>You &amp; we</h3><ul><li>Fire</li></ul>\n',
    jobstatus: 'Full-time',
    employment_type: 'FULL_TIME',
    date_posted: '2026-01-01T00:00:00.000Z',
    source: 'lever',
    source_url: 'https://jobs.lever.co/grill/a-1',
  });
  assert.deepEqual(
    [second?.locations, second?.jobLocationType],
    [[{ city: 'Abuja', country: 'NG' }], 'TELECOMMUTE'],
  );
  assert.deepEqual(third?.applicantLocationRequirements, { '@type': 'Country', name: 'GH' });
  assert.equal(third?.locations, undefined);
});

test('Ashby: the answer of its documentation, jobs that are not listed, at home, or with an id', () => {
  const job = {
    title: 'Product Manager',
    location: 'Houston, TX',
    secondaryLocations: [
      {
        location: 'San Francisco',
        address: {
          addressLocality: 'San Francisco',
          addressRegion: 'California',
          addressCountry: 'USA',
        },
      },
    ],
    department: 'Product',
    team: 'Growth',
    isListed: true,
    isRemote: false,
    workplaceType: 'OnSite',
    descriptionHtml: '<p>Join our team</p>',
    descriptionPlain: 'Join our team',
    publishedAt: '2021-04-30T16:21:55.393+00:00',
    employmentType: 'FullTime',
    address: {
      postalAddress: {
        addressLocality: 'Houston',
        addressRegion: 'Texas',
        addressCountry: 'USA',
      },
    },
    jobUrl: 'https://jobs.ashbyhq.com/example_job',
    applyUrl: 'https://jobs.ashbyhq.com/example/apply',
    compensation: {
      compensationTierSummary: '$81K – $87K • 0.5% – 1.75%',
      compensationTiers: [],
      summaryComponents: [
        {
          compensationType: 'EquityPercentage',
          interval: 'NONE',
          currencyCode: null,
          minValue: 0.5,
          maxValue: 1.75,
        },
        {
          compensationType: 'Salary',
          interval: '1 YEAR',
          currencyCode: 'USD',
          minValue: 81_000,
          maxValue: 87_000,
        },
      ],
    },
  };
  const id = '7458d4e9-da2e-47bd-98cb-adfda43d42b2';
  const remote = {
    ...job,
    id,
    isListed: undefined,
    location: 'Remote - European Union',
    address: null,
    secondaryLocations: [],
    isRemote: true,
    compensation: { summaryComponents: [{ compensationType: 'Salary', interval: '1 YEAR' }] },
  };
  const found = read({ apiVersion: '1', jobs: [job, { ...job, isListed: false }, remote] });
  const [first, second, ...others] = found.map(filled);
  assert.equal(others.length, 0);
  assert.deepEqual(first, {
    id: 'example_job',
    role_name: 'Product Manager',
    company_name: '',
    locations: [
      { city: 'Houston', region: 'Texas', country: 'US' },
      { city: 'San Francisco', region: 'California', country: 'US' },
    ],
    jobdescription: '<p>Join our team</p>',
    employment_type: 'FULL_TIME',
    date_posted: '2021-04-30T16:21:55.393+00:00',
    salary: { min: 81_000, max: 87_000, currency: 'USD', unit: 'YEAR' },
    source: 'ashby',
    source_url: 'https://jobs.ashbyhq.com/example_job',
  });
  const { locations, salary, applicantLocationRequirements } = second ?? {};
  assert.deepEqual([second?.id, locations, salary], [id, undefined, undefined]);
  const union = { '@type': 'AdministrativeArea', name: 'European Union' };
  assert.deepEqual(applicantLocationRequirements, union);
});

test('Workable: jobs with one place or several, and for people in a country', () => {
  const job = {
    title: 'Line Cook',
    shortcode: 'A1B2C3D4E5',
    code: '',
    employment_type: 'Part-time',
    telecommuting: false,
    department: 'Kitchen',
    url: 'https://apply.workable.com/j/A1B2C3D4E5',
    shortlink: 'https://apply.workable.com/j/A1B2C3D4E5',
    application_url: 'https://apply.workable.com/j/A1B2C3D4E5/apply',
    published_on: '2026-03-01',
    created_at: '2026-02-27',
    country: 'Nigeria',
    city: 'Ikeja',
    state: 'Lagos',
    education: '',
    experience: 'Entry level',
    function: '',
    industry: 'Restaurants',
    locations: [
      { country: 'Nigeria', countryCode: 'NG', city: 'Ikeja', region: 'Lagos', hidden: false },
      { country: 'Ghana', countryCode: 'GH', city: 'Accra', region: null, hidden: false },
    ],
    description: '<p>Cook.</p>',
  };
  const remote = { ...job, telecommuting: true, city: '', state: '', country: 'Kenya' };
  const found = read({
    name: 'My Diner',
    description: null,
    jobs: [job, { ...remote, shortcode: 'B', locations: [] }],
  });
  const [first, second] = found.map(filled);
  assert.deepEqual(first, {
    id: 'A1B2C3D4E5',
    role_name: 'Line Cook',
    company_name: 'My Diner',
    locations: [
      { city: 'Ikeja', region: 'Lagos', country: 'NG' },
      { city: 'Accra', country: 'GH' },
    ],
    jobdescription: '<p>Cook.</p>',
    employment_type: 'PART_TIME',
    date_posted: '2026-03-01',
    source: 'workable',
    source_url: 'https://apply.workable.com/j/A1B2C3D4E5',
  });
  assert.deepEqual(
    [second?.locations, second?.applicantLocationRequirements],
    [undefined, { '@type': 'Country', name: 'KE' }],
  );
});

test('Recruitee: offers with and without a closing time, of several places, remote', () => {
  const offer = {
    id: 1_234_567,
    slug: 'pastry-chef',
    title: 'Pastry Chef',
    status: 'published',
    company_name: 'My Bakery',
    department: null,
    description: '<p>Bake.</p>',
    requirements: '<ul><li>Two years</li></ul>',
    location: 'Abuja, Nigeria',
    city: 'Abuja',
    country: 'Nigeria',
    country_code: 'NG',
    remote: false,
    hybrid: false,
    on_site: true,
    employment_type_code: 'fulltime_permanent',
    min_hours: 40,
    max_hours: 40,
    created_at: '2026-02-27 08:00:00 UTC',
    published_at: '2026-03-01 09:30:00 UTC',
    close_at: '2026-05-01 21:59:59 UTC',
    careers_url: 'https://mybakery.recruitee.com/o/pastry-chef',
    careers_apply_url: 'https://mybakery.recruitee.com/o/pastry-chef/c/new',
  };
  const locations = [
    { city: 'Ikeja', state: 'Lagos', country: 'Nigeria' },
    { city: 'Accra', state: null, country: 'Ghana' },
  ];
  const remote = { ...offer, id: 3, city: '', country: 'Kenya', remote: true };
  const [first, second, third] = read({
    offers: [offer, { ...offer, id: 2, close_at: null, locations }, remote],
  }).map(filled);
  assert.deepEqual(first, {
    id: '1234567',
    role_name: 'Pastry Chef',
    company_name: 'My Bakery',
    locations: [{ city: 'Abuja', country: 'NG' }],
    jobdescription: '<p>Bake.</p>\n<ul><li>Two years</li></ul>',
    employment_type: 'FULL_TIME',
    date_posted: '2026-03-01T09:30:00Z',
    closing_date: '2026-05-01T21:59:59Z',
    source: 'recruitee',
    source_url: 'https://mybakery.recruitee.com/o/pastry-chef',
  });
  assert.equal(second?.closing_date, undefined);
  assert.deepEqual(second?.locations, [
    { city: 'Ikeja', region: 'Lagos', country: 'NG' },
    { city: 'Accra', country: 'GH' },
  ]);
  assert.deepEqual(
    [third?.locations, third?.applicantLocationRequirements],
    [undefined, { '@type': 'Country', name: 'KE' }],
  );
});

test("the API's own response: numbers for ids, null, unknown fields, remote", () => {
  const opening = {
    id: 101,
    role_name: 'Food &amp; Beverage Manager',
    company_id: 1,
    company_name: 'First Light Bakery',
    locations: null,
    jobdescription: null,
    jobstatus: null,
    questions: [
      { id: 7, question: 'Can you work at night?', required: 1, interview_questions_id: null },
    ],
    salary: { min: '100.50', max: 200, currency: 'NGN', unit: 'DAY' },
    jobLocationType: 'TELECOMMUTE',
    internal_code: 'FB-1',
  };
  assert.deepEqual(read({ status: true, data: [opening] }).map(filled), [
    {
      id: '101',
      role_name: 'Food & Beverage Manager',
      company_id: '1',
      company_name: 'First Light Bakery',
      questions: [
        {
          id: '7',
          question: 'Can you work at night?',
          required: '1',
          interview_questions_id: undefined,
        },
      ],
      salary: { min: 100.5, max: 200, currency: 'NGN', unit: 'DAY' },
      jobLocationType: 'TELECOMMUTE',
      internal_code: 'FB-1',
    },
  ]);
});

const values = {
  id: '007',
  role_name: 'Chef, "Grill"',
  company_name: "Mama's & Sons",
  locations: [{ city: 'Lagos' }, { city: 'Abuja', region: 'FCT', country: 'NG' }],
  salary: { min: 120000, max: 150000, currency: 'NGN', unit: 'MONTH' },
  jobLocationType: 'TELECOMMUTE',
};

test('a spreadsheet of Excel: sep=, semicolons, a byte order mark, a guarded id and empty rows', () => {
  const lines = [
    'sep=;',
    'ID;Role_Name;Company_Name;Locations;Salary;Further;',
    `'007;"Chef, ""Grill""";"Mama's &amp; Sons";"Lagos; Abuja, FCT, NG";120000 - 150000 NGN MONTH;"{""jobLocationType"":""TELECOMMUTE""}";`,
    ';;;;;;',
  ];
  assert.deepEqual(read(`\ufeff${lines.join('\r\n')}\r\n`).map(filled), [values]);
});

test('a spreadsheet saved as Unicode text: UTF-16 and tabs', () => {
  const lines = [
    'id\trole_name\tcompany_name\tlocations\tsalary\tfurther',
    `'007\t"Chef, ""Grill"""\tMama's & Sons\tLagos / Abuja, FCT, NG\t120000 - 150000 NGN MONTH\t"{""jobLocationType"":""TELECOMMUTE""}"`,
  ];
  const bytes = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');
  assert.deepEqual(read(bytes).map(filled), [values]);
});
