import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactNode } from 'react';

const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { CaptchaField } = await import('#src/components/captcha/captcha.client.tsx');
const { SpamCheckFields, captchaErrors } = await import(
  '#src/components/form/spam-check-fields.tsx'
);
const { fieldId } = await import('#src/components/form/field-id.ts');
const { spamCheckFields } = await import('#src/domain/rules/forms/spam-check.ts');

const field = h(CaptchaField, {
  provider: 'turnstile',
  siteKey: 'key',
  withoutScript: 'Please write to us.',
});

const rendered = (error: string | undefined, captcha: ReactNode) =>
  renderToStaticMarkup(h(SpamCheckFields, { result: undefined, error }, captcha));

test('a form with a captcha has an empty field for its token, and a sentence for visitors without script', () => {
  const html = rendered('Please confirm captcha to proceed.', field);
  assert.ok(
    html.includes(`<input type="hidden" name="${spamCheckFields.captcha}" value=""/>`),
    html,
  );
  assert.match(
    html,
    /<noscript><p>This form has a captcha, which needs JavaScript.* <span>Please write to us\.<\/span><\/p>/,
  );
  assert.match(html, /Please confirm captcha to proceed\./);
  // The link of the error summary focuses it.
  assert.ok(html.includes(`<div id="${fieldId(spamCheckFields.captcha)}" tabindex="-1">`), html);
});

test('a form without a captcha has nothing of it', () =>
  assert.doesNotMatch(rendered(undefined, undefined), /captcha/));

test('the browser does not send a form whose captcha was not passed', () => {
  const data = new FormData();
  assert.deepEqual(captchaErrors(data), {}, 'no captcha');
  data.set(spamCheckFields.captcha, '');
  assert.deepEqual(captchaErrors(data), {
    [spamCheckFields.captcha]: 'Please confirm captcha to proceed.',
  });
  data.set(spamCheckFields.captcha, 'token');
  assert.deepEqual(captchaErrors(data), {});
});
