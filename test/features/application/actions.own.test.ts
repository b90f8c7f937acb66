import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import type { SiteEnv } from '#src/request/site-env.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';

const host = await ownProcess({ TRUST_PROXY: '1' });
const { apiCalls } = await import('#src/api-client/api-client.ts');
const { resumeSentAction } = await import('#src/features/application/actions.ts');
const { applicationFormRoutes } = await import('#src/features/application/application-routes.ts');
const { withRequestContext } = await import('#src/middleware/request-context.ts');
const { defaultLimits } = await import('#src/limits/rate-limiter.ts');
const { submissionRepository } = await import('#src/submissions/repository.ts');

/** Calls a server function in a request from `address`. */
async function call<Result>(
  address: string,
  action: () => Promise<Result>,
  other: Record<string, string> = {},
) {
  const app = new Hono<SiteEnv>().use(withRequestContext());
  app.post('/', async (c) => c.json(await action()));
  const headers = { 'x-forwarded-for': address, ...other };
  const response = await app.request('/', { method: 'POST', headers });
  return { result: (await response.json()) as Result, headers: response.headers };
}

/** Sends an application form by script. */
async function send(address: string, data: FormData, other: Record<string, string> = {}) {
  const routes = applicationFormRoutes({ client: apiCalls, submissions: submissionRepository });
  const app = new Hono<SiteEnv>().use(withRequestContext()).route('/', routes);
  const headers = { accept: 'application/json', 'x-forwarded-for': address, ...other };
  const response = await app.request('/application/11', { method: 'POST', body: data, headers });
  return { status: response.status, text: await response.text() };
}

test('an application above the limit of its address is not sent', async () => {
  const { answers, ...fields } = buildApplication({ firstname: '' });
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  data.set('joblistingid', '11');
  const statuses = [];
  for (let count = 0; count < defaultLimits.apply; count += 1)
    statuses.push((await send('203.0.113.3', data)).status);
  assert.deepEqual(new Set(statuses), new Set([422]));
  const exceeded = await send('203.0.113.3', data);
  assert.equal(exceeded.status, 429);
  assert.match(exceeded.text, /"Very much has been sent from your network just now\./);
  assert.equal(host.callsTo('applyjobposting').length, 0);
});

/** Returns an accepted application, and what its browser knows of it. */
async function accepted(joblistingid: string, applicantId: string) {
  const application = buildApplication({ joblistingid });
  const key = `key-of-${joblistingid}`.padEnd(22, '-');
  const id = await acceptSubmission(submissionRepository(), applicantId, key, application);
  return { id, form: { key, joblistingid, emailaddress: application.emailaddress } };
}

test('a sent application that the API host has erased cannot be resumed', async () => {
  const { form } = await accepted('12', '512');
  const resume = () => call('203.0.113.4', () => resumeSentAction(form));
  assert.equal((await resume()).result, true);
  host.always('512', replies.json({ status: 1, exists: false }));
  const { result, headers } = await resume();
  assert.equal(result, false);
  assert.equal(headers.get('set-cookie'), null);
});

test('without script an application is resumed by its ticket, unless the API host has erased it', async () => {
  const { id } = await accepted('15', '515');
  const cookie = `upload_ticket=${submissionRepository().ticket(id)}`;
  const data = new FormData();
  data.set('intent', 'resume');
  data.set('joblistingid', '15');
  const resume = async () => (await send('203.0.113.6', data, { cookie })).status;
  assert.equal(await resume(), 200);
  host.always('515', replies.json({ status: 1, exists: false }));
  assert.equal(await resume(), 404);
});

test('the ticket of a resumed application keeps the other applications of the browser', async () => {
  const earlier = await accepted('13', '513');
  const { form } = await accepted('14', '514');
  const cookie = `upload_ticket=${submissionRepository().ticket(earlier.id)}`;
  const { headers } = await call('203.0.113.5', () => resumeSentAction(form), { cookie });
  const [, ticket] = /^upload_ticket=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
  for (const [opening, applicantId] of [
    ['13', '513'],
    ['14', '514'],
  ] as const)
    assert.equal(
      (await submissionRepository().findByTicket(ticket, { joblistingid: opening }))?.applicantId,
      applicantId,
    );
});

test('the key of a form without the email address of its application leads to nothing', async () => {
  const { form } = await accepted('16', '516');
  for (const other of [{ emailaddress: 'bola@example.com' }, { key: 'k'.repeat(24) }]) {
    const { result, headers } = await call('203.0.113.7', () =>
      resumeSentAction({ ...form, ...other }),
    );
    assert.equal(result, false);
    assert.equal(headers.get('set-cookie'), null);
  }
});
