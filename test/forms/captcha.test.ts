import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '#src/domain/model/messages.ts';
import { spamCheckFields, testCaptchaToken } from '#src/domain/rules/forms/spam-check.ts';
import { captchaServices, createCaptchaCheck } from '#src/forms/captcha.ts';
import { MalformedError } from '#src/http/errors.ts';
import type { HttpRequest } from '#src/http/transport.ts';
import { log } from '#src/telemetry/logger.ts';

/** Returns a provider that responds with `body` and records the requests. */
function provider(body: string) {
  const requests: HttpRequest[] = [];
  return {
    requests,
    transport: {
      request: async (request: HttpRequest) => {
        requests.push(request);
        return { status: 200, headers: {}, body: Buffer.from(body) };
      },
    },
  };
}

/** Returns the check of a site whose provider answers with `body`. */
function siteCheck(body: string, name: 'hcaptcha' | 'turnstile' | 'test' = 'hcaptcha') {
  const { requests, transport } = provider(body);
  let time = 1;
  const check = createCaptchaCheck({
    provider: name,
    secret: 's3cret',
    transport,
    now: () => time,
  });
  const form = (token?: string, fields: Readonly<Record<string, string>> = {}) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    if (token !== undefined) data.set(spamCheckFields.captcha, token);
    return data;
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { requests, check, form, pass };
}

test('sends secret, token and address in the body, not in the URL, and waits for 10 s', async () => {
  const { requests, check, form } = siteCheck('{"success":true}', 'turnstile');
  assert.equal(await check(form('tok en'), '10.0.0.7'), undefined);
  const [request] = requests;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.url.href, 'https://challenges.cloudflare.com/turnstile/v0/siteverify');
  assert.equal(request?.body, 'secret=s3cret&response=tok+en&remoteip=10.0.0.7');
  assert.deepEqual(request?.timeout, { kind: 'total', ms: 10_000 });
});

test('sends an hCaptcha token to hCaptcha', async () => {
  const { requests, check, form } = siteCheck('{"success":true}');
  await check(form('token'), '10.0.0.7');
  assert.equal(requests[0]?.url.href, 'https://api.hcaptcha.com/siteverify');
});

test('pages load the widget of a provider from its origins', () => {
  const { hcaptcha, turnstile } = captchaServices;
  assert.deepEqual(hcaptcha.origins, ['https://hcaptcha.com', 'https://*.hcaptcha.com']);
  assert.deepEqual(turnstile.origins, ['https://challenges.cloudflare.com']);
});

test('a form without a token is told to confirm the captcha, without a request', async () => {
  for (const name of ['hcaptcha', 'turnstile', 'test'] as const) {
    const { requests, check, form } = siteCheck('{"success":true}', name);
    for (const data of [form(), form('')])
      assert.equal(await check(data, '10.0.0.7'), messages.confirmCaptcha);
    assert.equal(requests.length, 0);
  }
});

test('the test provider accepts its token without a request', async () => {
  const { requests, check, form } = siteCheck('', 'test');
  assert.equal(await check(form(testCaptchaToken), '10.0.0.7'), undefined);
  assert.equal(await check(form('else'), '10.0.0.7'), messages.confirmCaptcha);
  assert.equal(requests.length, 0);
});

test('a form with a token that the provider refuses is told to confirm the captcha', async () => {
  const { check, form, requests } = siteCheck('{"success":false,"error-codes":["invalid"]}');
  for (let count = 1; count <= 2; count += 1) {
    assert.equal(await check(form('stale'), '10.0.0.7'), messages.confirmCaptcha);
    assert.equal(requests.length, count);
  }
});

test('a token is verified once for equal content from one address, and again for anything else', async () => {
  const { check, form, requests } = siteCheck('{"success":true}');
  const letter = { firstname: 'Ada', form_elapsed: '1000' };
  const verified = async (data: FormData, address = '10.0.0.7') => {
    const before = requests.length;
    assert.equal(await check(data, address), undefined);
    return requests.length - before;
  };
  assert.equal(await verified(form('passed', letter)), 1);
  assert.equal(await verified(form('passed', letter)), 0);
  assert.equal(await verified(form('passed', { ...letter, form_elapsed: '2000' })), 0);
  assert.equal(await verified(form('passed', { ...letter, firstname: 'Bola' })), 1);
  assert.equal(await verified(form('passed', { ...letter, lastname: 'Obi' })), 1);
  assert.equal(await verified(form('passed', letter), '10.0.0.8'), 1);
  assert.equal(await verified(form('other', letter)), 1);
});

test('two posts of one form at the same time verify its token once', async () => {
  const { check, form, requests } = siteCheck('{"success":true}');
  await Promise.all([check(form('passed'), '10.0.0.7'), check(form('passed'), '10.0.0.7')]);
  assert.equal(requests.length, 1);
});

test('a form that has passed may be sent again with its token for ten minutes', async () => {
  const { check, form, requests, pass } = siteCheck('{"success":true}');
  await check(form('passed'), '10.0.0.7');
  pass(10 * 60 * 1000 - 1);
  await check(form('passed'), '10.0.0.7');
  assert.equal(requests.length, 1);
  pass(2);
  await check(form('passed'), '10.0.0.7');
  assert.equal(requests.length, 2);
});

test('without a usable response of the provider the form is not sent, and the log says so', async (t) => {
  const lines: { event: string; err: unknown }[] = [];
  t.mock.method(log(), 'warn', (line: (typeof lines)[number]) => void lines.push(line));
  for (const body of ['<html>down</html>', '{"success":"true"}', '']) {
    const { check, form } = siteCheck(body);
    assert.equal(await check(form('passed'), '10.0.0.7'), messages.processingFailed);
    const line = lines.pop();
    assert.equal(line?.event, 'captcha-failed');
    assert.ok(line.err instanceof MalformedError);
  }
});

test('a token is sent up to 10,000 characters', async () => {
  const { check, form, requests } = siteCheck('{"success":true}');
  for (const length of [10_000, 10_001]) await check(form('x'.repeat(length)), `10.0.0.${length}`);
  const tokens = requests.map(({ body }) => new URLSearchParams(String(body)).get('response'));
  const lengths = tokens.map((token) => token?.length);
  assert.deepEqual(lengths, [10_000, 10_000]);
});

test('a file is compared by its name', async () => {
  const { check, form, requests } = siteCheck('{"success":true}');
  for (const name of ['a.pdf', 'a.pdf', 'b.pdf']) {
    const data = form('passed');
    data.set('cv', new File(['x'], name));
    await check(data, '10.0.0.7');
  }
  assert.equal(requests.length, 2);
});

test('an error that is not of the API client is no failure of the provider', async (t) => {
  const warn = t.mock.method(log(), 'warn', () => {});
  const check = createCaptchaCheck({
    provider: 'turnstile',
    secret: 's3cret',
    transport: { request: () => Promise.reject(new TypeError('a bug')) },
  });
  const data = new FormData();
  data.set(spamCheckFields.captcha, 'passed');
  await assert.rejects(check(data, '10.0.0.7'), TypeError);
  assert.equal(warn.mock.callCount(), 0);
});
