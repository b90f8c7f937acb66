import { json, type Reply } from './host-replies.ts';
import type { RecordedCall } from './recorded-call.ts';

/** Two companies and four openings in shapes that real hosts send: ids as numbers, nulls, additional fields. */
export const companies = [
  { id: 1, company_name: 'Northwind Bakery', address: 'Lagos' },
  { id: '2', company_name: 'Southgate Catering' },
];

export const openings = [
  {
    id: 11,
    role_name: 'Pastry chef',
    company_id: 1,
    company_name: 'Northwind Bakery',
    locations: [{ city: 'Lagos', region: 'Lagos', country: 'NG' }, { city: 'Ibadan' }],
    jobdescription: `<p>Make <strong>croissants</strong> &amp; ${'laminated dough '.repeat(30)}</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Lamination',
    extra_skill: 'Chocolate work',
    questions: [
      { id: 101, question: 'Can you start at 4 am?', required: '1', interview_questions_id: 9 },
      { id: 102, question: 'Your favourite bread?', required: '0', interview_questions_id: 10 },
    ],
    date_posted: '2026-10-01',
    closing_date: '2027-01-31',
    employment_type: 'FULL_TIME',
    salary: { min: 180000, max: 240000, currency: 'NGN', unit: 'MONTH' },
    internal_code: 'PC-1',
  },
  {
    id: '12',
    role_name: 'Counter assistant',
    company_id: '1',
    company_name: 'Northwind Bakery',
    locations: [{ city: 'Abuja' }],
    jobdescription: '<p>Serve bread with a smile.</p>',
    jobstatus: 'Part time',
    requiredskill: 'Arithmetic',
    extra_skill: null,
    questions: [],
  },
  {
    id: '21',
    role_name: 'Event cook',
    company_id: '2',
    company_name: 'Southgate Catering',
    locations: [{ city: 'Kano' }, { city: 'Lagos' }],
    jobdescription: '<script>document.title = "owned"</script><p>Cook for two hundred.</p>',
    jobstatus: 'Contract',
    requiredskill: 'Jollof',
    extra_skill: 'Driving',
    questions: [{ id: 'q-1', question: 'Do you drive?', required: '1' }],
  },
  {
    id: 'night-22',
    role_name: 'Night porter',
    company_id: '2',
    company_name: 'Southgate Catering',
    locations: null,
    jobdescription: '',
    jobstatus: 'Full time',
    requiredskill: '',
    extra_skill: '',
    questions: null,
  },
];

/** The minimal behavior of section 7: responses of the scripted host to calls without a scripted reply. */
export function defaultResponses(): (call: RecordedCall) => Reply {
  const applied = new Set<string>();
  const key = (email: unknown, company: unknown) => `${email} ${company}`.toLowerCase();
  let lastId = 500;
  const calls: Record<string, (call: RecordedCall) => Reply> = {
    openingsall: () => json({ status: true, data: openings }),
    listopenings: () => json({ status: 'True', data: openings }),
    openings: ({ query }) => {
      const q = (query.q ?? '').toLowerCase();
      const data = openings.filter(
        (opening) =>
          String(opening.company_id) === query.company_id &&
          `${opening.role_name} ${opening.jobdescription}`.toLowerCase().includes(q),
      );
      return json({ status: 1, data });
    },
    companylocations: () => json({ status: true, data: companies }),
    findopening: ({ path }) => {
      const data = openings.find(({ id }) => String(id) === path.split('/')[3]);
      return data
        ? json({ status: true, data })
        : json({ status: false, message: 'No such opening.' }, { status: 404 });
    },
    validatecandidate: ({ query }) =>
      json({ status: applied.has(key(query.emailaddress, query.company_id)) ? 0 : 1 }),
    applyjobposting: ({ json: application }) => {
      const { emailaddress, company_id } = application as Record<string, unknown>;
      applied.add(key(emailaddress, company_id));
      lastId += 1;
      return json({ status: 1, message: 'Application received.', data: { data: { id: lastId } } });
    },
    uploadapplicantdocument: () => json({ status: 1, message: 'Document received.' }),
    contact: () => json({ status: 1, message: 'Message received.' }),
  };
  return (call) =>
    (Object.hasOwn(calls, call.name) ? calls[call.name] : undefined)?.(call) ??
    json({ status: false, message: 'No such call.' }, { status: 404 });
}
