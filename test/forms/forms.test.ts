import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { alertPages } from '#src/features/alerts/alert-routes.ts';
import {
  parseApplicationForm,
  type SubmitOptions,
} from '#src/features/application/submit-application.ts';
import { messageForms } from '#src/features/contact/message-routes.ts';
import { type FormChecks, receiveForm } from '#src/forms/receive-form.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { formValues } from '#test/support/no-script-browser.ts';

let steps: string[] = [];
let refused: string | undefined;
const step =
  <Result>(name: string, result: Result) =>
  async () => {
    steps.push(name);
    return refused === name ? `No: ${name}` : result;
  };
const checks = {
  checkRateLimit: step('limit', undefined),
  checkCaptcha: step('captcha', undefined),
  wait: step('wait', undefined),
} as FormChecks;
const client = {
  sendContactMessage: step('send', { message: '' }),
  requestAlert: step('send', undefined),
  checkCandidate: step('send', 'refused'),
} as unknown as ApiClient;
const opening = { id: '11', company_id: '1', company_name: 'Bakery', questions: [] };
const submissions = { start: async () => ({ kind: 'new', id: '1' }), settle: async () => {} };
const submitOptions = {
  wait: checks.wait,
  client,
  submissions,
  findOpening: async () => opening,
} as unknown as SubmitOptions;

const app = new Hono<SiteEnv>()
  .use(withRequestContext())
  .post('/application', (c) =>
    receiveForm(c, (data) => parseApplicationForm(submitOptions, data), checks),
  )
  .route(
    '/',
    messageForms({
      client: () => client,
      checks,
      enquiryForms: {
        contactUs: { rules: {} },
        quote: { rules: {}, services: ['Wedding'], closedDates: [] },
      },
    }),
  )
  .route('/', alertPages({ client: () => client, offersAlerts: async () => true, checks }));

const ada = { firstname: 'Ada', lastname: 'Obi', email: 'ada@example.ng', msg: 'Hello' };
const enquiry = { name: 'Ada Obi', email: ada.email, message: 'Hello' };
const quote = { ...enquiry, service: 'Wedding', date: '2999-01-09', guests: '120' };
const application = { joblistingid: '11', ...formValues(newApplicant()) };

for (const [path, fields, email] of [
  ['/application', application, 'emailaddress'],
  ['/contact', ada, 'email'],
  ['/forms/contact-us', enquiry, 'email'],
  ['/forms/quote', quote, 'email'],
  ['/alerts', { email: ada.email, search: '' }, 'email'],
] as const) {
  const submit = async (changes: Readonly<Record<string, string>> = {}, refusedBy?: string) => {
    steps = [];
    refused = refusedBy;
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changes })) body.set(name, value);
    const headers = { accept: 'application/json' };
    const response = await app.request(path, { method: 'POST', body, headers });
    return { text: await response.text(), steps };
  };
  test(`the form of ${path} is refused in the order of all forms, with the reason`, async () => {
    assert.deepEqual((await submit()).steps, ['limit', 'captcha', 'wait', 'send']);
    assert.deepEqual((await submit({ [email]: 'ada' })).steps, ['limit']);
    const filled = await submit({ website: 'https://buy.example' });
    assert.deepEqual(filled.steps, ['limit']);
    assert.match(filled.text, /once more/);
    for (const [refusedBy, taken] of [
      ['limit', ['limit']],
      ['captcha', ['limit', 'captcha']],
    ] as const) {
      const answer = await submit({}, refusedBy);
      assert.deepEqual(answer.steps, taken);
      assert.match(answer.text, new RegExp(`No: ${refusedBy}`));
    }
  });
}
