import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { beforeEach, test } from 'node:test';
import { Hono } from 'hono';
import { maxLength } from '#src/domain/model/limits.ts';
import { pageRenderer, pageResponses, type Render } from '#src/framework/page-renderer.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { requestContext } from '#src/request/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { maxFormBytes, maxLargeFormBytes, type Route, routes } from '#src/routes.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';

const host = await ownProcess();
const { siteMiddleware } = await import('#src/app.ts');
const { defaultLimits } = await import('#src/limits/rate-limiter.ts');
const { submissionRepository } = await import('#src/submissions/repository.ts');
const { postedForm } = await import('#src/forms/receive-form.ts');

const page = () =>
  new Response('<!DOCTYPE html><p>Bread</p>', { headers: { 'content-type': 'text/html' } });
const serverModules = { abc123: async () => ({ apply() {} }) };
let rendered: Request[] = [];
beforeEach(() => {
  rendered = [];
});
const visit = async (path: string, init: RequestInit = {}, render: Render = page) => {
  const { app } = siteMiddleware(
    (request, bindings) => {
      rendered.push(request);
      return render(request, bindings);
    },
    { serverModules },
  );
  const headers = { accept: 'text/html', ...(init.headers as Record<string, string>) };
  return app.request(path, { ...init, headers });
};

test('adds the security headers to a page', async () => {
  const { headers } = await visit('/');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
  assert.deepEqual(headers.get('permissions-policy')?.split(', '), [
    ...['accelerometer=()', 'browsing-topics=()', 'camera=()', 'display-capture=()'],
    ...['geolocation=()', 'gyroscope=()', 'hid=()', 'magnetometer=()', 'microphone=()'],
    ...['midi=()', 'payment=()', 'serial=()', 'usb=()', 'xr-spatial-tracking=()'],
  ]);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(headers.get('strict-transport-security'), null);
});

for (const [method, path, allow] of [
  ['DELETE', '/', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
  ['POST', '/nothing', 'GET, HEAD'],
  ['PUT', '/contact', 'GET, HEAD, POST'],
  ['GET', '/api/uploadapplicantdocument', 'POST'],
  ['POST', '/api/submission', 'GET, HEAD'],
  ['POST', '/my-application/guess', 'GET, HEAD'],
  ['PUT', '/my-application/guess/erase', 'GET, HEAD, POST'],
] as const)
  test(`returns 405 with Allow for ${method} ${path}, and renders nothing`, async () => {
    const response = await visit(path, { method });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), allow);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(rendered.length, 0);
  });

for (const path of [
  '/RSC/x',
  '/RSC/',
  '/RSC/_root.txt',
  '/RSC/%2F/_root.txt',
  '/RSC/R/_root.txt?query=',
  '/RSC/R/contact.txt',
  '/RSC/F/a.txt',
  '/RSC/F/../a/b.txt%',
  '/RSC/F/a/b/c.txt',
])
  test(`returns 404 with a message for ${path}, and renders nothing`, async () => {
    const response = await visit(path, { method: path.includes('/F/') ? 'POST' : 'GET' });
    assert.equal(response.status, 404);
    assert.match(await response.text(), /There is no such page\./);
    assert.equal(rendered.length, 0);
  });

for (const [path, address] of [
  ['/contact/', '/contact'],
  ['//contact?a=1', '/contact?a=1'],
  ['/application//11/?ref=staff', '/application/11?ref=staff'],
  ['/index.html', '/'],
  ['/contact/index.html', '/contact'],
  ['///', '/'],
] as const)
  test(`redirects ${path} to its one address, with the query`, async () => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const response = await visit(`http://localhost${path}`, { method });
      assert.equal(response.status, 308);
      assert.equal(response.headers.get('location'), address);
    }
    assert.equal(rendered.length, 0);
  });

for (const path of ['//evil.example', '/\\evil.example/', '/nothing/'])
  test(`does not redirect ${path}, which is no other spelling of a page`, async () => {
    assert.equal((await visit(`http://localhost${path}`)).headers.get('location'), null);
  });

test('returns 404 for a script of an earlier build, and renders nothing', async () => {
  assert.equal((await visit('/assets/index-gone1234.js')).status, 404);
  assert.equal(rendered.length, 0);
});

test('redirects a path that cannot be decoded to the home page', async () => {
  const response = await visit('/%E0%A4%A');
  assert.equal(response.status, 307);
  assert.equal(response.headers.get('location'), '/');
  assert.equal(rendered.length, 0);
});

test('calls a server function of this build, and returns 404 for one of an earlier build', async () => {
  const call = { method: 'POST', body: '[]' };
  assert.equal((await visit('/RSC/F/abc123/apply.txt', call)).status, 200);
  assert.equal((await visit('/RSC/F/abc999/apply.txt', call)).status, 404);
  assert.equal(rendered.length, 1);
});

for (const name of [
  'abc123/toString',
  'abc123/constructor',
  'constructor/name',
  'valueOf/abc123',
  'abc123/other',
])
  test(`returns 404 for ${name}, which is no server function of this build`, async () => {
    const response = await visit(`/RSC/F/${name}.txt`, { method: 'POST', body: '[]' });
    assert.equal(response.status, 404);
    assert.equal(rendered.length, 0);
  });

test('returns 404 for the encoded name of a server function', async () => {
  for (const path of ['/RSC/F/abc123/%61pply.txt', '/%52SC/F/abc123/apply.txt']) {
    assert.equal((await visit(path, { method: 'POST', body: '[]' })).status, 404);
    assert.equal(rendered.length, 0);
  }
});

for (const body of [
  `["$n${'1'.repeat(60_000)}"]`,
  '["$0"]',
  '[{"q":["$0"]}]',
  '["$F1"]',
  '["$K1"]',
  '["$@9"]',
  '[{"q":"$Q1"}]',
  '[null]',
  '{',
  '[[[[1]]]]',
  '[{},{}]',
])
  test(`returns 400 for the call ${body.slice(0, 20)}, and renders nothing`, async () => {
    const call = { method: 'POST', body };
    const response = await visit('/RSC/F/abc123/apply.txt', call);
    assert.equal(response.status, 400);
    assert.match(await response.text(), /does not understand what was sent/);
    assert.equal(rendered.length, 0);
  });

for (const [name, body] of [
  ['a search', '[{"q":"$$5","company_id":"$undefined","page":2}]'],
  ['no argument', '[]'],
] as const)
  test(`passes a call with ${name}`, async () => {
    const response = await visit('/RSC/F/abc123/apply.txt', { method: 'POST', body });
    assert.equal(response.status, 200);
    assert.equal(await rendered[0]?.text(), body);
  });

for (const fields of [
  ['$ACTION_ID_abc123#apply'],
  ['$ACTION_ID_constructor#name'],
  ['$ACTION_REF_1', '$ACTION_1:0'],
  [],
])
  test(`an application ${fields.length > 0 ? `with ${fields.join(' and ')}, as of another build,` : ''} is answered with its page and its values`, async () => {
    const body = new FormData();
    for (const name of [...fields, 'firstname']) body.append(name, 'Ada');
    let result: unknown;
    const response = await visit('/application/12', { method: 'POST', body }, () => {
      result = requestContext().results.get('application');
      return page();
    });
    assert.equal(response.status, handled);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.equal(rendered.at(-1)?.method, 'GET');
    assert.match(JSON.stringify(result), /"firstname":"Ada"/);
  });

test('a script gets the result of an application as JSON, and no page is rendered', async () => {
  const headers = { accept: 'application/json' };
  const response = await visit('/application/12', { method: 'POST', body: form(), headers });
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  assert.equal(response.status, handled);
  assert.match(await response.text(), /"result":"error","message":"[^"]*no longer open/);
  assert.equal(rendered.length, 0);
});

test('a form that breaks off is refused as incomplete', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=part' };
  const body = '--part\r\ncontent-disposition: form-data; name="a"\r\n\r\nb';
  assert.equal((await visit('/application/12', { method: 'POST', body, headers })).status, 400);
});

test('returns 429 for unknown server functions above their limit', async () => {
  const { app } = siteMiddleware(page, { serverModules });
  const call = () => app.request('/RSC/F/abc999/a.txt', { method: 'POST', body: '[]' });
  let response = await call();
  for (let sent = 0; sent < defaultLimits['unknown-function']; sent += 1) response = await call();
  assert.equal(response.status, 429);
  assert.ok(Number(response.headers.get('retry-after')) > 0);
});

/** The status of an application that has arrived: that form names no opening. */
const handled = 410;
const form = (text = 'Ada') => {
  const body = new FormData();
  body.append('firstname', text);
  return body;
};

test('takes a form of SITE_ORIGIN through a proxy that rewrites Host', async () => {
  const headers = { origin: 'http://localhost:3000', host: 'internal:8080' };
  const init = { method: 'POST', body: form(), headers };
  assert.equal((await visit('http://internal:8080/application/12', init)).status, handled);
});

test('sends a missing page and the page of a form with Cache-Control: private, no-store', async () => {
  const missing = await visit(
    '/nothing',
    {},
    () => new Response(page().body, { status: 404, headers: { 'content-type': 'text/html' } }),
  );
  const result = await visit('/application/12', { method: 'POST', body: form() });
  for (const { headers } of [missing, result])
    assert.equal(headers.get('cache-control'), 'private, no-store');
});

test('no POST of another site reaches a route, whatever its content type', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const types = [
    'text/plain',
    'application/csp-report',
    'application/json',
    'multipart/form-data; boundary=b',
  ];
  const allowed: string[] = [];
  for (const [pattern, { methods, allowsOtherOrigins }] of Object.entries<Route>(routes)) {
    if (allowsOtherOrigins) allowed.push(pattern);
    if (!methods.includes('POST') || allowsOtherOrigins) continue;
    const path = pattern
      .replace(':module', 'abc123')
      .replace(/:\w+/g, '11')
      .replace('*', 'abc123/apply.txt');
    for (const type of [...types, 'application/x-www-form-urlencoded']) {
      const init = { method: 'POST', body: 'a=b', headers: { ...headers, 'content-type': type } };
      const response = await visit(path, init);
      // The content type is checked first.
      assert.ok([403, 415].includes(response.status), `${path} ${type}: ${response.status}`);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
  }
  assert.deepEqual(allowed, ['/unsubscribe/:token']);
  assert.equal(rendered.length, 0);
});

test('a POST to what is no form of a page is not rendered, whatever it contains', async () => {
  const { app } = siteMiddleware(() => assert.fail('rendered'), { serverModules });
  const body = form();
  const incoming = { socket: { remoteAddress: '10.0.1.4' } } as IncomingMessage;
  const path = '/my-application/guess/nothing';
  assert.equal((await app.request(path, { method: 'POST', body }, { incoming })).status, 404);
});

test('returns 415 for a POST that is no form, and renders nothing', async () => {
  const response = await visit('/application/12', { method: 'POST', body: 'a=b' });
  assert.equal(response.status, 415);
  assert.equal(rendered.length, 0);
});

function formOfSize(bytes: number): string {
  const start = '--part\r\ncontent-disposition: form-data; name="text"\r\n\r\n';
  const end = '\r\n--part--\r\n';
  return start + 'x'.repeat(bytes - start.length - end.length) + end;
}
const callOfSize = (bytes: number) => `[{"q":"${'x'.repeat(bytes - 10)}"}]`;

for (const [path, limit] of [
  ['/contact', maxLargeFormBytes],
  ['/application/12', maxLargeFormBytes],
  ['/forms/quote', maxFormBytes],
  ['/RSC/F/abc123/apply.txt', maxFormBytes],
] as const)
  for (const over of [0, 1])
    test(`a body of ${limit + over} bytes for ${path} is ${over ? 'refused with 413' : 'read'}, with a declared length and without`, async () => {
      const isCall = path.startsWith('/RSC/');
      const body = isCall ? callOfSize(limit + over) : formOfSize(limit + over);
      const type = isCall ? 'text/plain' : 'multipart/form-data; boundary=part';
      for (const length of [{ 'content-length': String(body.length) }, {}]) {
        const headers = { 'content-type': type, ...length } as Record<string, string>;
        const response = await visit(path, { method: 'POST', body, headers });
        if (over) assert.match(await response.text(), /Please shorten it/);
        assert.equal(response.status === 413, over === 1);
        if (!over && isCall) assert.equal(await rendered.at(-1)?.text(), body);
      }
      if (over) assert.equal(rendered.length, 0);
    });

/** A site that answers a large form when `release` is called. */
function slowSite() {
  const started: string[] = [];
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const firstStarted = Promise.withResolvers<void>();
  const { app } = siteMiddleware(
    async () => {
      const name = postedForm('application')?.values?.firstname?.trim() ?? '';
      started.push(name);
      if (name === 'large 1') {
        firstStarted.resolve();
        await promise;
      }
      return page();
    },
    { serverModules },
  );
  /** Posts a form in chunks, without a declared length. */
  const post = async (name: string, bytes: number, address: string) => {
    const body = new Response(form(name.padEnd(bytes)));
    const incoming = { socket: { remoteAddress: address } } as IncomingMessage;
    const headers = { accept: 'text/html', 'content-type': body.headers.get('content-type') ?? '' };
    const init = { method: 'POST', body: body.body, headers, duplex: 'half' } as const;
    return app.request('/application/12', init, { incoming });
  };
  return { started, post, release, firstStarted: firstStarted.promise };
}

test('handles forms above 64 kB one after the other, and smaller ones without a declared length meanwhile', async () => {
  const site = slowSite();
  const large = ['large 1', 'large 2'].map((name) => site.post(name, maxFormBytes, '10.0.1.1'));
  await site.firstStarted;
  assert.equal((await site.post('small', 60_000, '10.0.1.1')).status, handled);
  assert.deepEqual(site.started, ['large 1', 'small']);
  site.release();
  for (const response of large) assert.equal((await response).status, handled);
  assert.deepEqual(site.started, ['large 1', 'small', 'large 2']);
});

test('one network has at most ten large forms waiting, and another one is served', async () => {
  const site = slowSite();
  const first = site.post('large 1', maxFormBytes, '2001:db8:1:2::1');
  await site.firstStarted;
  const others = Array.from({ length: 10 }, (_, i) =>
    site.post(`large ${i + 2}`, maxFormBytes, `2001:db8:1:2::${i + 2}`),
  );
  const refused = await Promise.race(others);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
  const other = site.post('another network', maxFormBytes, '2001:db8:1:3::1');
  site.release();
  assert.equal((await other).status, handled);
  const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 503).length, 1);
});

test('a large form beyond the rate limit is not handled', async () => {
  const site = slowSite();
  const small = Array.from({ length: defaultLimits.apply }, () =>
    site.post('large', maxFormBytes, '10.0.1.3'),
  );
  site.release();
  await Promise.all(small);
  const response = await site.post('one more', maxFormBytes, '10.0.1.3');
  assert.equal(response.status, 429);
  assert.ok(!site.started.includes('one more'));
});

test('accepts the longest letter with twenty of the longest answers, whose texts a form without script has twice', async () => {
  const body = form();
  for (const copy of ['', '$state ']) {
    body.set(`${copy}cover_letter`, 'ẹ'.repeat(maxLength.cover_letter));
    for (let id = 1; id <= 20; id += 1)
      body.set(`${copy}answers[${id}]`, 'ẹ'.repeat(maxLength.answer));
  }
  const response = await visit('/application/12', { method: 'POST', body });
  assert.equal(response.status, handled);
});

test('a form is answered with another page in the same request, with its results', async () => {
  const app = new Hono<SiteEnv>();
  const render = pageRenderer(
    (request) =>
      new Response(
        `${request.method} ${new URL(request.url).pathname} ${requestContext().results.get('quote')}`,
        { headers: { 'content-type': 'text/html' } },
      ),
    [],
  );
  app.use(withRequestContext(), pageResponses(render));
  app.post('/forms/quote', async (c) => {
    requestContext().results.set('quote', `hello ${await c.req.text()}`);
    return c.render({ address: '/', status: 422 });
  });
  const response = await app.request('/forms/quote', { method: 'POST', body: 'Ada' });
  assert.equal(await response.text(), 'GET / hello Ada');
  assert.equal(response.status, 422);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
});

test('replaces the empty page of a failed render by a message', async () => {
  const shell = () => new Response('<html><body></body></html>', { status: 500 });
  const response = await visit('/', {}, shell);
  assert.equal(response.status, 500);
  const html = await response.text();
  assert.match(html, /Something went wrong on our side/);
  assert.match(html, /<a href="\/">/);
});

test('responds with a message without the stack when a page throws', async () => {
  const response = await visit('/', {}, () => {
    throw new Error('secret detail');
  });
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /secret|at .*\.ts/);
});

test('an API host without the secret, which is not ours, gets no token of a link', async () => {
  const key = 'k'.repeat(22);
  const id = await acceptSubmission(submissionRepository(), '601', key, buildApplication());
  host.always('link', replies.json({ status: 1, expires_at: '2030-01-01T00:00:00.000Z' }));
  const cookie = `upload_ticket=${submissionRepository().ticket(id)}`;
  const headers = { accept: 'application/json', cookie };
  const state = (await (await visit('/api/submission', { headers })).json()) as object;
  assert.ok('applicant_id' in state && state.applicant_id === '601');
  assert.ok(!host.calls.some(({ path }) => path.endsWith('/link')));
});

test('returns 429 for documents beyond the rate limit, before the body is read', async () => {
  const { app } = siteMiddleware(page);
  const send = () => app.request('/api/uploadapplicantdocument', { method: 'POST', body: '' });
  await Promise.all(Array.from({ length: defaultLimits.upload }, send));
  assert.equal((await send()).status, 429);
});

test('returns 429 for pages of links beyond the rate limit, whatever their token', async () => {
  const { app } = siteMiddleware(page);
  const see = () => app.request('/my-application/guess');
  const seen = await Promise.all(Array.from({ length: defaultLimits.link }, see));
  assert.deepEqual(new Set(seen.map(({ status }) => status)), new Set([200]));
  assert.equal((await see()).status, 429);
});

test('is alive but not ready while the API host is down', async () => {
  assert.equal((await visit('/readyz')).status, 200);
  await host.stop();
  assert.equal((await visit('/healthz')).status, 200);
  assert.equal((await visit('/readyz')).status, 503);
  await host.restart();
});
