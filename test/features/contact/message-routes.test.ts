import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { getPath } from 'hono/utils/url';
import { type ApiClient, createApiClient } from '#src/domain/api/api-client.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { type MessageFormsOptions, messageForms } from '#src/features/contact/message-routes.ts';
import { postedForm } from '#src/forms/receive-form.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { sameOrigin } from '#src/middleware/same-origin.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { localizedPath } from '#src/routes.ts';
import { replies, type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';

let host: ScriptedHost;
let client: ApiClient;
before(async () => {
  host = await startScriptedHost();
  client = createApiClient({ apiHost: host.origin, timeoutMs: 60_000 });
});
after(async () => {
  await client.close();
  await host[Symbol.asyncDispose]();
});

/** Returns the routes of a site that has not sent a message yet. */
const site = (options: Pick<MessageFormsOptions, 'client'> = { client: () => client }) =>
  new Hono<SiteEnv>({ getPath: (request) => localizedPath(getPath(request)).path })
    .use(withRequestContext(), sameOrigin('http://localhost'))
    .use(async (c, next) => {
      // What the page gets, in place of the page.
      c.setRenderer(async ({ status }) =>
        c.json(postedForm(c.req.path.replace(/^.*\//, '')), status as ContentfulStatusCode),
      );
      await next();
    })
    .route(
      '/',
      messageForms({
        checks: { checkRateLimit: async () => undefined },
        enquiryForms: {
          contactUs: { rules: {} },
          quote: {
            services: ['Wedding', 'Office lunch'],
            rules: { guests: { range: [10, 200] }, venue_website: { url: true } },
            closedDates: ['12-25'],
          },
        },
        ...options,
      }),
    )
    .all('*', (c) => c.text('another route'));

const ada = { name: 'Ada Obi', email: 'ada@example.ng', phone: '', message: 'Is "Ikeja" <open>?' };
const quote = { ...ada, service: 'Wedding', date: '2999-01-09', guests: '120' };

const post = (path: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
  site().request(path, {
    method: 'POST',
    body: new URLSearchParams({ form_elapsed: '60000', ...values }),
    headers,
  });
const json = { accept: 'application/json' };
/** Returns the form as its page shows it to a browser without JavaScript. */
const postedOf = async (response: Response) => (await response.json()) as FormAnswer;
const jsonOf = async (response: Response) => (await response.json()) as FormAnswer;

test('sends a contact message with its subject to the API host and responds with a success', async () => {
  const response = await post('/forms/contact-us', { ...ada, phone: '01 95 12 34 56' }, json);
  assert.equal(response.status, 200);
  const reply = await jsonOf(response);
  assert.notEqual(reply.result, 'error');
  assert.ok(reply.message);
  const call = host.callsTo('contact').at(-1);
  assert.deepEqual(call?.json, {
    firstname: 'Ada',
    lastname: 'Obi',
    email: 'ada@example.ng',
    phone: '+2290195123456',
    msg: 'Is "Ikeja" <open>?',
    subject: 'Contact us',
  });
});

test('writes service, date and guests into the message of a quote', async () => {
  await post('/forms/quote', quote, json);
  const sent = host.callsTo('contact').at(-1)?.json as { subject: string; msg: string };
  assert.equal(sent.subject, 'Quote request');
  assert.match(sent.msg, /^service: Wedding\ndate: 2999-01-09\nguests: 120\n/);
});

test('responds 422 with a message per invalid field, and sends nothing', async () => {
  const before = host.calls.length;
  const response = await post('/forms/quote', { ...quote, email: 'ada', guests: '0' }, json);
  assert.equal(response.status, 422);
  assert.deepEqual(await jsonOf(response), {
    result: 'error',
    message: 'Please enter a valid email address.',
    fields: {
      email: 'Please enter a valid email address.',
      guests: 'Please enter a value between 10 and 200.',
    },
  });
  const foreign = await post('/forms/quote', { ...quote, service: 'Moon landing' }, json);
  assert.deepEqual((await jsonOf(foreign)).fields, { service: 'Please fix this field.' });
  assert.equal(host.calls.length, before);
});

test('shows the message of a host that refuses, and that the message may have arrived when it does not respond', async () => {
  host.next('contact', replies.json({ status: 0, message: 'We are on holiday.' }, { status: 422 }));
  const refused = await post('/forms/contact-us', ada, json);
  assert.equal(refused.status, 422);
  assert.equal((await jsonOf(refused)).message, 'We are on holiday.');
  host.next('contact', replies.resetAfterReading());
  const response = await post('/forms/contact-us', ada, json);
  assert.equal(response.status, 502);
  assert.deepEqual(await jsonOf(response), {
    result: 'error',
    message:
      'An unspecified error occured.\nWe do not know whether your message arrived. What you wrote is still in the form.',
  });
});

const written = {
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'ada@example.ng',
  msg: 'Is "Ikeja" <open>?',
};

test('the contact form says that a message whose response was lost may have arrived, and that one that was refused has not', async () => {
  for (const [reply, message] of [
    [
      replies.resetAfterReading(),
      'An unspecified error occured.\nWe do not know whether your message arrived. What you wrote is still in the form.',
    ],
    [
      replies.json({ status: 0, message: 'No.' }, { status: 422 }),
      'No.\nYour message was not sent. What you wrote is still in the form.',
    ],
  ] as const) {
    host.next('contact', reply);
    const answer = await jsonOf(await post('/contact', written, json));
    assert.deepEqual(answer, { result: 'error', message });
  }
});

test('without JavaScript the same request shows that a message of the contact form was sent, and leads to /home', async () => {
  const sent = await post('/contact', { ...written, '$ACTION_ID_of#an-earlier-version': '' });
  assert.deepEqual([sent.status, sent.headers.get('refresh')], [200, '2;url=/home']);
  const { result, message } = await postedOf(sent);
  assert.deepEqual([result, message], ['success', 'Message received.']);
  const refused = await post('/contact', { ...written, email: 'ada' });
  assert.deepEqual([refused.status, refused.headers.get('refresh')], [422, null]);
  const shown = await postedOf(refused);
  assert.deepEqual(shown.values, { ...written, email: 'ada', phone: '' });
  assert.deepEqual(shown.fields, { email: 'Please enter a valid email address.' });
});

test('an error of this program while a message is sent has the status of an unknown failure', async () => {
  const sendContactMessage = () => Promise.reject(new TypeError('a bug'));
  const response = await site({ client: () => ({ sendContactMessage }) }).request('/forms/quote', {
    method: 'POST',
    body: new URLSearchParams({ form_elapsed: '60000', ...quote }),
    headers: json,
  });
  assert.equal(response.status, 502);
  assert.match((await jsonOf(response)).message, /We do not know whether your message arrived/);
});

test('no response with what a visitor entered, or its result, is stored', async () => {
  for (const [values, headers] of [
    [ada, json],
    [{ ...ada, email: 'ada' }, json],
    [{ ...ada, email: 'ada' }, {}],
    [ada, {}],
  ] as const) {
    const response = await post('/forms/contact-us', values, headers);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
  }
});

test('without JavaScript a success redirects to the home page, which says that the form was sent', async () => {
  const response = await post('/forms/contact-us', ada);
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), '/?result=contact-us');
});

test('without JavaScript a refused form is shown with its messages and every value', async () => {
  const response = await post('/forms/quote', { ...quote, email: 'ada' });
  assert.equal(response.status, 422);
  assert.deepEqual(await postedOf(response), {
    httpStatus: 422,
    honeypotFilled: false,
    result: 'error',
    message: 'Please enter a valid email address.',
    fields: { email: 'Please enter a valid email address.' },
    values: { ...quote, email: 'ada', venue_website: '' },
  });
});

test('a message that is submitted twice is sent once, and a changed one again', async () => {
  const sent = host.callsTo('contact').length;
  const one = site();
  const send = async (message: string) => {
    const body = new URLSearchParams({ form_elapsed: '60000', ...ada, message });
    const response = await one.request('/forms/contact-us', {
      method: 'POST',
      headers: json,
      body,
    });
    assert.equal((await jsonOf(response)).result, 'success');
  };
  await Promise.all([send('Twice'), send('Twice')]);
  await send('Twice');
  assert.equal(host.callsTo('contact').length, sent + 1);
  await send('Once');
  assert.equal(host.callsTo('contact').length, sent + 2);
});

test('an equal message from another address is sent too', async () => {
  const sent = host.callsTo('contact').length;
  let address = '10.0.0.7';
  const one = site();
  const send = async () => {
    const body = new URLSearchParams({ form_elapsed: '60000', ...ada, message: 'Equal' });
    const init = { method: 'POST', headers: json, body };
    const incoming = { socket: { remoteAddress: address } };
    assert.equal((await one.request('/forms/contact-us', init, { incoming })).status, 200);
  };
  await send();
  address = '10.0.0.8';
  await send();
  assert.equal(host.callsTo('contact').length, sent + 2);
});

test('a body that is no form has no values: 422', async () => {
  const init = { method: 'POST', headers: json, body: '{}' };
  assert.equal((await site().request('/forms/contact-us', init)).status, 422);
});

test('the rules of the site config apply, with JavaScript and without', async () => {
  const before = host.calls.length;
  const wrong = { ...quote, guests: '9', venue_website: 'hall', date: '2999-12-25' };
  assert.deepEqual((await jsonOf(await post('/forms/quote', wrong, json))).fields, {
    guests: 'Please enter a value between 10 and 200.',
    venue_website: 'Please enter a valid URL.',
    date: 'Please fix this field.',
  });
  const { fields, values } = await postedOf(await post('/forms/quote', wrong));
  assert.equal(fields?.venue_website, 'Please enter a valid URL.');
  assert.equal(values?.venue_website, 'hall');
  assert.equal(host.calls.length, before);
});

test('the address for remote validation responds whether a date is open', async () => {
  const isOpen = async (date: string) => (await post('/forms/open-date', { date })).json();
  assert.equal(await isOpen('2999-12-25'), false);
  assert.equal(await isOpen('2999-12-26'), true);
  assert.equal(await (await post('/forms/open-date', {})).json(), false);
});

test('a filled honeypot sends nothing, keeps every value and lets the next submission through', async () => {
  const before = host.calls.length;
  const message = 'Please read through what you wrote and press ‘Send message’ once more.';
  const filled = { ...ada, website: 'https://buy.example' };
  const response = await post('/forms/contact-us', filled, json);
  assert.equal(response.status, 422);
  assert.deepEqual(await jsonOf(response), { result: 'error', message, asksAgain: true });
  const { values, honeypotFilled } = await postedOf(await post('/forms/contact-us', filled));
  assert.deepEqual(values, ada);
  assert.equal(honeypotFilled, true);
  assert.equal(host.calls.length, before);
  assert.equal((await post('/forms/contact-us', { ...ada, website: '' }, json)).status, 200);
});

test('a honeypot that is filled again does not stop the second submission', async () => {
  const filled = { ...ada, website: 'https://buy.example' };
  const again = { ...filled, [spamCheckFields.filledBefore]: '1' };
  assert.equal((await post('/forms/contact-us', again)).status, 303);
});

test('a form filled in less than a second is sent after the rest of it', async () => {
  const started = performance.now();
  const response = await post('/forms/contact-us', { ...ada, form_elapsed: '600' }, json);
  assert.equal(response.status, 200);
  assert.ok(performance.now() - started >= 395);
});

test('the address of a form leads to the page with the form', async () => {
  const response = await site().request('/forms/quote');
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('location'), '/#quote');
});

test('answers in the language of the address, and writes to the company in its own', async () => {
  const app = site();
  const send = async (prefix: string, values: Record<string, string>) => {
    const body = new URLSearchParams({ form_elapsed: '60000', ...values });
    const address = `${prefix}/forms/contact-us`;
    return jsonOf(await app.request(address, { method: 'POST', headers: json, body }));
  };
  const message = { ...ada, message: 'Bonjour' };
  assert.deepEqual((await send('/fr', { ...message, email: 'ada' })).fields, {
    email: 'Veuillez saisir une adresse e\u2011mail valable.',
  });
  host.next('contact', replies.resetAfterReading());
  assert.equal(
    (await send('/fr', message)).message,
    'Une erreur inconnue s’est produite.\nNous ne savons pas si votre message est arrivé. Votre texte est toujours dans le formulaire.',
  );
  host.next('contact', replies.json({ status: 1, message: 'Sent Message' }));
  const calls = host.callsTo('contact').length;
  assert.equal((await send('/fr', message)).message, 'Message envoyé');
  const sent = host.callsTo('contact').at(-1)?.json as { subject: string };
  assert.equal(sent.subject, 'Contact us');
  // The second is equal to the one that was sent in French.
  assert.equal((await send('', message)).message, 'Sent Message');
  assert.equal(host.callsTo('contact').length, calls + 1);
});
