import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { siteConfig } from '#src/config/site.ts';
import { englishIn } from '#test/support/french-reader.ts';
import { isBare, withoutCatalogue } from '#test/support/pseudo-reader.ts';
import { allMails, mailed, siteOrigin } from './support/all-mails.ts';

const isToCompany = (name: string) => ['notice', 'complete', 'withdrawal'].includes(name);

/** Returns the words of a text in their order, without marks. A link counts by its address. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/https:\S+|[\p{L}\p{N}]+/gu) ?? [];

/** Returns the text of HTML, in which a link has its address after it. */
function textOf(html: string): string {
  const document = parseDocument(html.replaceAll('<br>', '\n'));
  for (const link of DomUtils.getElementsByTagName('a', document)) {
    const { href = '' } = link.attribs;
    if (href.startsWith('https:')) DomUtils.append(link, parseDocument(` ${href} `));
  }
  const body = DomUtils.getElementsByTagName('body', document);
  return DomUtils.textContent(body);
}

for (const [tag, dir] of [
  ['en', 'ltr'],
  ['fr', 'ltr'],
  ['eo', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`every mail in the language ${tag} is in it, with the same content as text and as HTML`, async (t) => {
    const { mails, applicant } = await allMails(t, tag);
    assert.equal(mails.size, 13);
    const own = [...Object.values(mailed), 'Test Bakery', 'Lagos', 'baker', applicant];
    const rest = withoutCatalogue([...own, siteConfig.enquiries.email, 'hr@x.example']);
    for (const [name, { subject, text, html = '' }] of mails) {
      const language = isToCompany(name) ? 'en' : tag;
      const shown = textOf(html);
      for (const part of [subject, text, shown]) {
        const content = part.replaceAll(/https:\S+/g, '');
        if (language === 'fr') assert.deepEqual(englishIn(content), [], name);
        if (language === 'eo' || language === 'ar')
          assert.ok(!isBare(rest(content)), `${name}: ${rest(content)}`);
        assert.doesNotMatch(content, /\{\w+\}|undefined/, name);
        // A confirmation is sent in the second in which documents are asked for, and links work in any browser.
        if (!isToCompany(name))
          assert.doesNotMatch(content, /missing|manqu|browser|navigateur/i, name);
      }
      const document = parseDocument(html);
      for (const element of ['html', 'table']) {
        const [found] = DomUtils.getElementsByTagName(element, document);
        assert.equal(found?.attribs.lang, language, name);
        assert.equal(found?.attribs.dir, language === tag ? dir : 'ltr', name);
      }
      const [title] = DomUtils.getElementsByTagName('title', document);
      assert.equal(title && DomUtils.textContent(title), subject, name);
      const lost = [...new Set(wordsOf(text))].filter((word) => !wordsOf(shown).includes(word));
      assert.deepEqual(lost, [], `${name}: words of the text that the HTML lacks`);
      const added = [...new Set(wordsOf(shown))].filter(
        (word) => !wordsOf(`${text} ${siteConfig.brand.name}`).includes(word),
      );
      assert.deepEqual(added, [], `${name}: words of the HTML that the text lacks`);
    }
    const [french] = DomUtils.getElementsByTagName(
      'li',
      parseDocument(`${mails.get('alert')?.html}`),
    )
      .flatMap((item) => DomUtils.getElementsByTagName('a', item))
      .filter((link) => DomUtils.textContent(link) === mailed.french);
    assert.equal(french?.attribs.lang, tag === 'fr' ? undefined : 'fr');
  });

test('mails have nothing that a mail program drops or blocks', async (t) => {
  const { mails } = await allMails(t, 'en');
  for (const [name, { html = '' }] of mails) {
    const document = parseDocument(html);
    const all = DomUtils.getElementsByTagName('*', document);
    const names = new Set(all.map((element) => element.name));
    for (const element of ['link', 'script', 'img', 'form', 'svg', 'iframe'])
      assert.ok(!names.has(element), `${name}: ${element}`);
    const styles = DomUtils.getElementsByTagName('style', document);
    // Gmail drops a style element of more than 8,192 characters, and one with a rule of an at-rule in another.
    assert.equal(styles.length, 1);
    const style = DomUtils.textContent(styles);
    assert.ok(style.length < 2048, `${name}: ${style.length}`);
    assert.equal(style.match(/@/g)?.length, 1, name);
    const css = [style, ...all.map(({ attribs }) => attribs.style ?? '')].join('\n');
    assert.doesNotMatch(css, /flex|grid|var\(|url\(|@import|calc\(|light-dark|position:|-inline/);
    // Gmail cuts a mail of more than 102 kB.
    assert.ok(Buffer.byteLength(html) < 20_000, name);
    for (const table of DomUtils.getElementsByTagName('table', document))
      assert.equal(table.attribs.role, 'presentation', name);
    // Of the name of the company in the head, too, a long word has to fit.
    assert.match(html, /<table[^>]*overflow-wrap:anywhere[^>]*>\s*<tr><td class="brand"/, name);
    for (const { attribs } of DomUtils.getElementsByTagName('a', document))
      assert.match(attribs.href ?? '', new RegExp(`^(?:${siteOrigin}/|mailto:)`), name);
  }
});
