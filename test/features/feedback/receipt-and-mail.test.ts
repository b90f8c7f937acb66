import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { runInLanguage, site } from '#src/language/server.ts';

const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { Feedback } = await import('#src/features/feedback/feedback.tsx');
const { MyApplication } = await import('#src/features/my-application/my-application.tsx');
const { linked } = await import('#test/features/my-application/support/link-host.ts');

const own = siteConfig.companies.items.find(({ mail }) => mail?.replyTo !== undefined);
assert.ok(own?.mail?.replyTo);

for (const [company, address] of [
  [own.name, own.mail.replyTo],
  ['No such company', siteConfig.enquiries.email],
] as const)
  for (const tag of ['en', 'fr'])
    test(`receipt and private page of an application to ${company} name the address of its mail, in ${tag}`, () =>
      runInLanguage(tag, () => {
        const page = { token: 'x'.repeat(43), result: undefined, mayUpload: false, children: null };
        for (const html of [
          renderToStaticMarkup(h(Feedback, { company, children: null })),
          renderToStaticMarkup(
            h(MyApplication, { ...page, linked: linked({ company_name: company }) }),
          ),
        ])
          assert.deepEqual(
            [...new Set(Array.from(html.matchAll(/mailto:([^"]+)/g), ([, to]) => to))],
            [address],
          );
      }));

for (const [tag, duration] of [
  ['en', 'within two weeks'],
  ['fr', 'dans les deux semaines'],
] as const)
  test(`receipt and mail name one duration of the answer, and each mail begins as a letter, in ${tag}`, () =>
    runInLanguage(tag, () => {
      const { mail, feedback, stages } = site();
      assert.ok(mail.confirmation.text.includes(duration));
      assert.ok(feedback.steps.some(({ text }) => text.__html.includes(duration)));
      assert.doesNotMatch(JSON.stringify(feedback), /five|cinq/);
      const [, first = ''] = mail.confirmation.text.split('\n\n');
      for (const text of [first, ...Object.values(stages).map((stage) => stage.text)])
        assert.match(text, /^\p{Lu}/u);
    }));
