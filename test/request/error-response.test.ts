import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { DatabaseUnavailableError } from '#src/database/database.ts';
import { runInLanguage, texts } from '#src/language/server.ts';
import { errorPages, errorResponse, onError } from '#src/request/error-response.ts';
import { log } from '#src/telemetry/logger.ts';

for (const [what, incoming, status, level] of [
  [
    'a browser that left before its request was whole',
    { destroyed: true, complete: false },
    499,
    'info',
  ],
  ['a failure after a whole request', { destroyed: true, complete: true }, 500, 'error'],
  ['a failure while a request arrives', { destroyed: false, complete: false }, 500, 'error'],
  ['a failure without a connection', undefined, 500, 'error'],
] as const)
  test(`${what} is answered with ${status} and logged at ${level}`, async (t) => {
    const levels = ['info', 'warn', 'error'] as const;
    const lines: [string, unknown][] = [];
    for (const one of levels) t.mock.method(log(), one, (line: unknown) => lines.push([one, line]));
    const err = new Error('reset');
    const app = new Hono().onError(onError).post('/', () => Promise.reject(err));
    const response = await app.request('/', { method: 'POST' }, { incoming });
    assert.equal(response.status, status);
    const event = status === 499 ? { event: 'request-aborted' } : { event: 'request-failed', err };
    assert.deepEqual(lines, [[level, { ...event, method: 'POST' }]]);
  });

test('a request without its database gets 503 and may come again; the log has no stack', async (t) => {
  const lines = t.mock.method(log(), 'warn', () => {});
  const err = new DatabaseUnavailableError('connect ECONNREFUSED');
  const app = new Hono().onError(onError).post('/', () => Promise.reject(err));
  const response = await app.request('/', { method: 'POST' });
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
  const line = { event: 'database-unavailable', method: 'POST', err };
  assert.deepEqual(lines.mock.calls[0]?.arguments, [line]);
});

for (const [tag, status, title, message, link] of [
  [
    'en',
    503,
    'This page cannot be shown just now',
    'Many people are here just now. Please try again in a moment.',
    '<a href="/">Back to the openings</a>',
  ],
  [
    'fr',
    503,
    'Cette page ne peut pas être affichée pour le moment',
    'Il y a beaucoup de visiteurs en ce moment. Veuillez réessayer dans un instant.',
    '<a href="/fr">Retour aux offres d’emploi</a>',
  ],
] as const)
  test(`the page of an error is in the language of its address: ${tag}`, async () => {
    const app = new Hono().get('/', (c) =>
      runInLanguage(tag, () => errorResponse(c, status, texts().errors.crowded)),
    );
    const respond = (accept: string) => app.request('/', { headers: { accept } });
    const page = await (await respond('text/html')).text();
    for (const part of [`<html lang="${tag}" dir="ltr">`, `<title>${title}</title>`, link])
      assert.ok(page.includes(part), `${part}\n${page}`);
    assert.ok(page.includes(`<p role="alert">${message}</p>`));
    assert.equal(await (await respond('text/plain')).text(), `${message}\n`);
    const json = (await (await respond('application/json')).json()) as object;
    assert.deepEqual({ ...json, title: '' }, { result: 'error', title: '', message });
  });

test('a redirect has no body and no type, and a failed page a message in place of its own', async () => {
  const app = new Hono().use(errorPages()).get('/:status', (c) => {
    const headers = { 'content-type': 'text/html', location: '/contact', vary: 'Accept' };
    return new Response('the error of Waku', { status: Number(c.req.param('status')), headers });
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const response = await app.request(`/${status}`);
    assert.equal(response.status, status);
    assert.equal(await response.text(), '');
    assert.deepEqual(Object.fromEntries(response.headers), {
      location: '/contact',
      vary: 'Accept',
    });
  }
  for (const status of [300, 404, 503])
    assert.equal(await (await app.request(`/${status}`)).text(), 'the error of Waku');
  const failed = await app.request('/500');
  assert.deepEqual([failed.status, failed.headers.get('retry-after')], [500, '30']);
  assert.doesNotMatch(await failed.text(), /Waku/);
});

for (const [status, title] of [
  [429, 'refusedTitle'],
  [500, 'failedTitle'],
] as const)
  test(`the page of ${status} says whose fault it is`, async () => {
    const app = new Hono().get('/', (c) => errorResponse(c, status, 'a message'));
    const page = await (await app.request('/', { headers: { accept: 'text/html' } })).text();
    assert.ok(page.includes(`<title>${texts().errors[title]}</title>`));
  });
