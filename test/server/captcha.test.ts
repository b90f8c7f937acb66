import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captchaProviders, testCaptchaToken } from '#src/domain/model/captcha.ts';
import { captchaField } from '#src/domain/model/enquiry-form.ts';
import { messages } from '#src/domain/model/messages.ts';
import { MalformedError } from '#src/http/errors.ts';
import type { HttpRequest } from '#src/http/transport.ts';
import { createCaptchaCheck, isHuman } from '#src/server/captcha.ts';

/** A provider that responds with `body` and records the requests. */
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

const proof = { provider: 'turnstile', secret: 's3cret', token: 'tok en' } as const;

test('sends secret, token and address in the body, not in the URL', async () => {
  const { requests, transport } = provider('{"success":true}');
  assert.equal(await isHuman({ ...proof, remoteip: '10.0.0.7' }, transport), true);
  const [request] = requests;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.url.href, 'https://challenges.cloudflare.com/turnstile/v0/siteverify');
  assert.equal(request?.body, 'secret=s3cret&response=tok+en&remoteip=10.0.0.7');
});

test('sends an hCaptcha token to hCaptcha', async () => {
  const { requests, transport } = provider('{"success":true}');
  await isHuman({ ...proof, provider: 'hcaptcha' }, transport);
  assert.equal(requests[0]?.url.href, 'https://api.hcaptcha.com/siteverify');
});

test('returns false for a token that the provider refuses', async () => {
  const { transport } = provider('{"success":false,"error-codes":["invalid-input-response"]}');
  assert.equal(await isHuman(proof, transport), false);
});

test('returns false for an empty token without a request', async () => {
  for (const name of captchaProviders) {
    const { requests, transport } = provider('{"success":true}');
    assert.equal(await isHuman({ ...proof, provider: name, token: '' }, transport), false);
    assert.equal(requests.length, 0);
  }
});

test('rejects with a MalformedError for a malformed response', async () => {
  for (const body of ['<html>', '{"success":"true"}', ''])
    await assert.rejects(isHuman(proof, provider(body).transport), MalformedError);
});

test('the test provider accepts its token without a request', async () => {
  const { requests, transport } = provider('');
  const given = { provider: 'test', secret: 'any' } as const;
  assert.equal(await isHuman({ ...given, token: testCaptchaToken }, transport), true);
  assert.equal(await isHuman({ ...given, token: 'else' }, transport), false);
  assert.equal(requests.length, 0);
});

/** The check of a site whose provider answers with `body`. */
function siteCheck(body: string) {
  const { requests, transport } = provider(body);
  const failures: unknown[] = [];
  const check = createCaptchaCheck({
    provider: 'hcaptcha',
    secret: 's3cret',
    transport,
    onFailure: (error) => failures.push(error),
  });
  const form = (token?: string) => {
    const data = new FormData();
    if (token !== undefined) data.set(captchaField, token);
    return data;
  };
  return { requests, failures, check, form };
}

test('a form without a token, or with one that the provider refuses, is told to confirm the captcha', async () => {
  const { check, form, requests } = siteCheck('{"success":false}');
  assert.equal(await check(form(), '10.0.0.7'), messages.confirmCaptcha);
  assert.equal(await check(form(''), '10.0.0.7'), messages.confirmCaptcha);
  assert.equal(requests.length, 0);
  assert.equal(await check(form('stale'), '10.0.0.7', 'form 1'), messages.confirmCaptcha);
  assert.equal(await check(form('stale'), '10.0.0.7', 'form 1'), messages.confirmCaptcha);
  assert.equal(requests.length, 2);
});

test('a token is verified once for the repetitions of one form, and again for any other form', async () => {
  const { check, form, requests } = siteCheck('{"success":true}');
  assert.equal(await check(form('passed'), '10.0.0.7', 'form 1'), undefined);
  assert.equal(await check(form('passed'), '10.0.0.7', 'form 1'), undefined);
  assert.equal(requests.length, 1);
  await check(form('passed'), '10.0.0.7', 'form 2');
  await check(form('passed'), '10.0.0.7');
  await check(form('passed'), '10.0.0.7');
  assert.equal(requests.length, 4);
});

test('without a usable response of the provider the form is not sent, and the failure is reported', async () => {
  const { check, form, failures } = siteCheck('<html>down</html>');
  assert.equal(await check(form('passed'), '10.0.0.7'), messages.processingFailed);
  assert.ok(failures[0] instanceof MalformedError);
});
