import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { fillText, mailContent, partsOf } from '#src/api-host/mail/mail-parts.ts';
import { oneLine, safeText } from '#src/api-host/mail/safe-text.ts';
import { siteConfig } from '#src/config/site.ts';

const { documents: _documents, link: _link, note: _note, ...mails } = siteConfig.mail;

function mailTo(name: string, { subject, text }: { subject: string; text: string }) {
  const values = {
    firstname: safeText(name),
    lastname: safeText(name),
    role: { text: oneLine(name) },
    company: oneLine(name),
    contact: { text: 'hr@x.example', href: 'mailto:hr@x.example' },
  };
  const blocks = {
    link: [],
    answers: [{ kind: 'quote', title: oneLine(name), lines: [name] }] as const,
  };
  return mailContent(oneLine(fillText(subject, values)), partsOf(text, values, blocks));
}

/** Returns the elements of HTML with their attributes. */
const markupOf = (html: string) =>
  DomUtils.getElementsByTagName('*', parseDocument(html)).map(({ name, attribs }) => [
    name,
    attribs,
  ]);

test('no value of a mail becomes a link or other markup, a paragraph or a placeholder, whatever somebody entered', () => {
  const plain = Object.values(mails).map((mail) => mailTo('Ada', mail));
  const entered = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('{link}', '{contact}', '<b>', '</p><p>', '[x](y)', '**', '&lt;', 'a'))
      .map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(entered, (name) => {
      for (const [at, mail] of Object.values(mails).entries()) {
        const { text, html } = mailTo(name, mail);
        assert.deepEqual(markupOf(html), markupOf(plain[at]?.html ?? ''));
        assert.equal(text.split('\n').length, plain[at]?.text.split('\n').length);
        const shown = DomUtils.textContent(parseDocument(html));
        for (const part of [text, shown]) assert.ok(part.includes(safeText(name)));
      }
    }),
    { examples: [['https://evil.example [x](y) <b>'], ['{link}'], ['$& $1 {firstname}']] },
  );
});
