import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { MessageForm } = await import('#src/features/contact/contact-form.client.tsx');

test('the contact form renders the captcha of the site inside the form', () => {
  const html = renderToStaticMarkup(
    h(MessageForm, { title: 'CONTACT US', posted: undefined, captcha: h('i', null, 'captcha') }),
  );
  const form = /<form.*<\/form>/s.exec(html)?.[0] ?? '';
  assert.match(form, /<i>captcha<\/i>.*<button/s);
});
