import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captchaProviders, testCaptchaToken } from '#src/domain/model/captcha.ts';
import { MalformedError } from '#src/http/errors.ts';
import type { HttpRequest } from '#src/http/transport.ts';
import { isHuman } from '#src/middleware/captcha.ts';

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
