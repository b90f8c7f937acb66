import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captchaProviders, testCaptchaToken } from '#src/domain/model/captcha.ts';
import { MalformedError } from '#src/http/errors.ts';
import type { HttpRequest } from '#src/http/transport.ts';
import { isHuman } from '#src/middleware/captcha.ts';

/** A provider that answers `body` and remembers what it was asked. */
function provider(body: string) {
  const asked: HttpRequest[] = [];
  return {
    asked,
    transport: {
      request: async (request: HttpRequest) => {
        asked.push(request);
        return { status: 200, headers: {}, body: Buffer.from(body) };
      },
    },
  };
}

const proof = { provider: 'turnstile', secret: 's3cret', token: 'tok en' } as const;

test('the provider is asked with secret, token and address, in a body and not in the URL', async () => {
  const { asked, transport } = provider('{"success":true}');
  assert.equal(await isHuman({ ...proof, remoteip: '10.0.0.7' }, transport), true);
  const [request] = asked;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.url.href, 'https://challenges.cloudflare.com/turnstile/v0/siteverify');
  assert.equal(request?.body, 'secret=s3cret&response=tok+en&remoteip=10.0.0.7');
});

test('hCaptcha is asked at its own address', async () => {
  const { asked, transport } = provider('{"success":true}');
  await isHuman({ ...proof, provider: 'hcaptcha' }, transport);
  assert.equal(asked[0]?.url.href, 'https://api.hcaptcha.com/siteverify');
});

test('a token the provider does not know proves nothing', async () => {
  const { transport } = provider('{"success":false,"error-codes":["invalid-input-response"]}');
  assert.equal(await isHuman(proof, transport), false);
});

test('without a token no provider is asked', async () => {
  for (const name of captchaProviders) {
    const { asked, transport } = provider('{"success":true}');
    assert.equal(await isHuman({ ...proof, provider: name, token: '' }, transport), false);
    assert.equal(asked.length, 0);
  }
});

test('a reply that cannot be understood is neither yes nor no', async () => {
  for (const body of ['<html>', '{"success":"true"}', ''])
    await assert.rejects(isHuman(proof, provider(body).transport), MalformedError);
});

test('the test provider takes its own token and asks no one', async () => {
  const { asked, transport } = provider('');
  const given = { provider: 'test', secret: 'any' } as const;
  assert.equal(await isHuman({ ...given, token: testCaptchaToken }, transport), true);
  assert.equal(await isHuman({ ...given, token: 'else' }, transport), false);
  assert.equal(asked.length, 0);
});
