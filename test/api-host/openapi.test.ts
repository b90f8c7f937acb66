import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { alertStore } from '#src/api-host/alerts/alert-store.ts';
import { tokenHash } from '#src/api-host/application-links.ts';
import { openHostData } from '#src/api-host/data.ts';
import { openApi } from '#src/api-host/openapi.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, settingsIn, type TestHost, testHost } from './support/host.ts';
import { documentParts, encode, multipartType } from './support/upload.ts';

const schemas = openApi.components.schemas;

/** Returns a validator of a schema of the document. */
function validator(schema: object): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

type Responses = Readonly<
  Record<string, { readonly content: { readonly 'application/json': { readonly schema: object } } }>
>;
const calls = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, { responses }]: [string, { readonly responses: object }]) => ({
      call: `${method.toUpperCase()} ${path}`,
      responses: responses as Responses,
    }),
  ),
);

interface Example {
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly form?: Buffer;
}

const candidate = (emailaddress: string, company_id = '1') =>
  `/api/validatecandidate?${new URLSearchParams({ emailaddress, company_id })}`;

/** Real calls of each documented one, its successes and refusals. */
async function examples(host: TestHost): Promise<Readonly<Record<string, readonly Example[]>>> {
  const applied = buildApplication({ emailaddress: 'before@example.com' });
  const applicant = await apply(host, applied);
  const upload = (id: string, name: string) =>
    encode(documentParts(id, 'cv', '%PDF-1.7', { filename: name }));
  const message = {
    firstname: 'Ada',
    lastname: 'Obi',
    email: 'ada@example.com',
    phone: '',
    subject: '',
    msg: 'Hello',
  };
  return {
    'GET /api/openingsall': [{ path: '/api/openingsall', status: 200 }],
    'GET /api/listopenings': [{ path: '/api/listopenings', status: 200 }],
    'GET /api/openings': [
      { path: '/api/openings?company_id=1&q=a', status: 200 },
      { path: '/api/openings?company_id=&q=a', status: 422 },
    ],
    'GET /api/findopening/{id}': [
      { path: `/api/findopening/${applied.joblistingid}`, status: 200 },
      { path: '/api/findopening/none', status: 404 },
    ],
    'GET /api/companylocations': [{ path: '/api/companylocations', status: 200 }],
    'GET /api/validatecandidate': [
      { path: candidate('new@example.com'), status: 200 },
      { path: candidate('before@example.com'), status: 200 },
      { path: candidate('none'), status: 422 },
      { path: candidate('new@example.com', 'none'), status: 404 },
    ],
    'POST /api/applyjobposting': [
      {
        path: '/api/applyjobposting',
        status: 200,
        body: buildApplication({ emailaddress: 'new@example.com' }),
      },
      { path: '/api/applyjobposting', status: 409, body: applied },
      { path: '/api/applyjobposting', status: 422, body: { ...applied, firstname: '' } },
      { path: '/api/applyjobposting', status: 404, body: { ...applied, joblistingid: 'none' } },
    ],
    'POST /api/uploadapplicantdocument': [
      { path: '/api/uploadapplicantdocument', status: 200, form: upload(applicant, 'cv.pdf') },
      { path: '/api/uploadapplicantdocument', status: 404, form: upload('none', 'cv.pdf') },
      { path: '/api/uploadapplicantdocument', status: 415, form: upload(applicant, 'cv.exe') },
    ],
    'POST /api/contact': [
      { path: '/api/contact', status: 200, body: message },
      { path: '/api/contact', status: 422, body: { ...message, email: 'none' } },
    ],
    'GET /alerts': [{ path: '/alerts', status: 200 }],
    'POST /alerts': [
      { path: '/alerts', status: 200, body: { ...alertRequest, emailaddress: 'b@x.example' } },
      { path: '/alerts', status: 422, body: { ...alertRequest, emailaddress: 'none' } },
    ],
    ...Object.fromEntries(
      ['read', 'confirm', 'renew', 'end'].map((action) => [
        `POST /alerts/${action}`,
        [
          { path: `/alerts/${action}`, status: 200, body: { token: alertToken } },
          { path: `/alerts/${action}`, status: 404, body: { token: 'b'.repeat(43) } },
          { path: `/alerts/${action}`, status: 422, body: { token: 'none' } },
        ],
      ]),
    ),
    'GET /applications/{id}': [{ path: `/applications/${applicant}`, status: 200 }],
  };
}

const alertRequest = {
  emailaddress: 'a@x.example',
  search: { company_id: '1', q: 'baker' },
  language: 'en',
};
const alertToken = 'a'.repeat(43);

/** Returns a host on the same data that has the calls about alerts, with an alert that waits for its confirmation. */
async function hostWithAlerts(t: TestContext, dataDir: string): Promise<TestHost> {
  const data = await openHostData(settingsIn(dataDir));
  const { db } = data.database;
  const request = { ...alertRequest, search: readSearch(alertRequest.search) };
  await alertStore(data.database, 'UTC', 'k').ask(request, new Date());
  const next_at = new Date(Date.now() + 60_000).toISOString();
  const row = await db
    .updateTable('alerts')
    .set({ state: 'pending', next_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('alert_tokens')
    .values({ token_hash: tokenHash(alertToken), alert_id: row.id })
    .execute();
  await data.close();
  const mail = { url: 'smtp://127.0.0.1:1', from: 'careers@jobs.example' };
  return testHost(t, { dataDir, settings: { secret, mail, siteOrigin: 'https://jobs.example' } });
}

async function send(
  host: TestHost,
  method: string,
  { path, body, form }: Example,
): Promise<Response> {
  const content = form ? multipartType : 'application/json';
  return fetch(`${host.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': content },
    ...(method === 'POST' && {
      body: form ? new Uint8Array(form) : JSON.stringify(body),
    }),
  });
}

const start = (t: TestContext) => testHost(t);
const secret = 's'.repeat(32);

test('real responses of each documented call are as the document says', async (t) => {
  const host = await start(t);
  const own = await hostWithAlerts(t, host.dataDir);
  const all = await examples(host);
  assert.deepEqual(calls.map(({ call }) => call).sort(), Object.keys(all).sort());
  for (const { call, responses } of calls)
    for (const example of all[call] ?? []) {
      const target = example.path.startsWith('/alerts') ? own : host;
      const response = await send(target, call.split(' ', 1)[0] ?? '', example);
      const what = `${call} ${example.path}`;
      assert.equal(response.status, example.status, what);
      const schema = responses[response.status]?.content['application/json'].schema;
      assert.ok(schema, `${what}: ${response.status} is not documented`);
      const { error } = validator(schema).safeParse(await response.json());
      assert.equal(error?.message, undefined, what);
    }
});

test('the bodies that are sent are as the document says, and others are not', () => {
  const application = validator(schemas.Application);
  assert.ok(application.safeParse(buildApplication()).success);
  assert.ok(!application.safeParse({ ...buildApplication(), answers: 'none' }).success);
  assert.ok(!validator(schemas.Opening).safeParse({ role_name: 'without an id' }).success);
});

test('every call of section 7 is documented with its method', async (t) => {
  const host = await start(t);
  const section7 =
    'openingsall openings companylocations findopening/1 listopenings validatecandidate applyjobposting uploadapplicantdocument contact';
  for (const name of section7.split(' ')) {
    const allowed = (await host.call(`${name}`, { method: 'DELETE' })).headers.get('allow') ?? '';
    const path = `/api/${name.replace('/1', '/{id}')}`;
    assert.ok(
      calls.some(({ call }) => call === `${allowed.split(',', 1)[0]} ${path}`),
      path,
    );
  }
});

test('the document is served without the secret', async (t) => {
  const host = await testHost(t, { settings: { secret: 'a-secret-of-32-characters-or-more' } });
  const document = await fetch(`${host.origin}/api/openapi.json`);
  assert.deepEqual(await document.json(), JSON.parse(JSON.stringify(openApi)));
  const refused = await fetch(`${host.origin}/api/openingsall`);
  assert.equal(refused.status, 401);
  assert.ok(validator(schemas.Refusal).safeParse(await refused.json()).success);
});
