import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { openApi } from '#src/api-host/routes/openapi.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { apply, type TestHost, testHost } from './support/host.ts';
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
  };
}

async function send(
  host: TestHost,
  method: string,
  { path, body, form }: Example,
): Promise<Response> {
  const content = form ? multipartType : 'application/json';
  return fetch(`${host.origin}${path}`, {
    method,
    headers: { 'content-type': content },
    ...(method === 'POST' && { body: form ? new Uint8Array(form) : JSON.stringify(body) }),
  });
}

test('real responses of each documented call are as the document says', async (t) => {
  const host = await testHost(t);
  const all = await examples(host);
  assert.deepEqual(calls.map(({ call }) => call).sort(), Object.keys(all).sort());
  for (const { call, responses } of calls)
    for (const example of all[call] ?? []) {
      const response = await send(host, call.split(' ', 1)[0] ?? '', example);
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

test('the document is served without the secret', async (t) => {
  const host = await testHost(t, { settings: { secret: 'a-secret-of-32-characters-or-more' } });
  const document = await fetch(`${host.origin}/api/openapi.json`);
  assert.deepEqual(await document.json(), JSON.parse(JSON.stringify(openApi)));
  const refused = await fetch(`${host.origin}/api/openingsall`);
  assert.equal(refused.status, 401);
  assert.ok(validator(schemas.Refusal).safeParse(await refused.json()).success);
});
