import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { letterArea } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

/** Opens a page whose letter has the editor and the focus. */
async function openEditor(t: TestContext): Promise<Page> {
  const page = await visitor(t);
  await page.goto(`${at.origin}/application/11`);
  await page.locator('[data-editor]').scrollIntoViewIfNeeded();
  await page.locator('[data-editor="rich"]').waitFor();
  await letterArea(page).click();
  return page;
}

/** Pastes at the caret as a browser does. */
const paste = (page: Page, data: Readonly<Record<string, string>>) =>
  letterArea(page).evaluate((area, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text);
    area.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);

/** Returns the letter as the form sends it. */
const letter = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name="cover_letter"]');
    return String(new FormData(field?.form ?? undefined).get('cover_letter'));
  });

const clipboard = (name: string) =>
  readFile(new URL(`clipboard/${name}.html`, import.meta.url), 'utf8');

const experience = '<p>Head baker\u20032019 to 2023</p>';
const programs: readonly { readonly program: string; readonly html: readonly string[] }[] = [
  {
    program: 'google-docs',
    html: [
      '<p>Dear bakers,</p>',
      '<p>I have baked <strong>rye bread</strong> for <em>six</em><u> years</u>.</p>',
      '<ul><li>Ovens<ul><li>Deck oven</li></ul></li><li>Mixers</li></ul>',
      '<p>My work: <a href="https://bread.example/ngozi">bread.example</a></p>',
      experience,
    ],
  },
  {
    program: 'word',
    html: [
      '<p>Ngozi Eze</p><p>12 Allen Avenue, Ikeja</p>',
      '<p style="text-align: right;">3 March 2026</p>',
      '<p>Dear bakers,</p>',
      '<p>I have baked <strong>rye bread</strong> for <strong>six</strong> years, <em>every night</em>.</p>',
      '<ul><li>Ovens<ul><li>Deck oven</li></ul></li><li>Mixers</li></ul>',
      '<ol><li>First <a href="https://bread.example/ngozi">my work</a></li></ol>',
    ],
  },
  {
    program: 'libreoffice',
    html: [
      '<h2>Application</h2>',
      '<p style="text-align: right;">Lagos, 3 March</p>',
      '<p>I have baked <strong>rye bread</strong> for <em>six</em> <u>years</u>.</p>',
      '<p>12<sup>th</sup> batch<br>today</p>',
      '<ul><li>Ovens<ul><li>Deck oven</li></ul></li><li>Mixers</li></ul>',
      experience,
    ],
  },
  {
    program: 'outlook',
    html: [
      '<p>Dear bakers,</p>',
      '<p>I have baked <strong>rye bread</strong> for&nbsp;six years.</p>',
      '<p>Ngozi Eze<br>Head baker</p>',
      '<p><a href="mailto:ngozi@example.com">ngozi@example.com</a> Print</p>',
      '<ul><li>Ovens</li><li>Mixers</li></ul>',
    ],
  },
  {
    program: 'apple-pages',
    html: [
      '<p>Dear bakers,</p>',
      '<p>I have baked <strong>rye bread</strong> for <em><u>six</u></em> years.</p>',
      '<p>From:\u2003Ikeja</p>',
      '<ul><li>Ovens</li><li>Mixers</li></ul>',
      experience.replace('Head baker', '<strong>Head baker</strong>'),
    ],
  },
];

test('what is pasted replaces the letter that is selected', async (t) => {
  const page = await openEditor(t);
  for (const { program, html } of programs)
    await t.test(
      `the letter has the text and the meaning of what ${program} put on the clipboard`,
      async () => {
        await page.keyboard.press('Control+A');
        await paste(page, { 'text/html': await clipboard(program), 'text/plain': 'x' });
        assert.equal(await letter(page), html.join(''));
      },
    );
});

/** Caret positions, marked with `|`, and the letter after something was pasted there. */
const insertions: readonly (readonly [before: string, pasted: string, after: string])[] = [
  ['<p>Dear |bakers</p>', '<b>good</b> ', '<p>Dear <strong>good</strong> bakers</p>'],
  ['<p>|</p>', 'one', '<p>one</p>'],
  ['<p>Dear| bakers</p>', '<p>a</p><p>b</p>', '<p>Dear</p><p>a</p><p>b</p><p> bakers</p>'],
  ['<p>Dear|</p>', '<p>a</p><p>b</p>', '<p>Dear</p><p>a</p><p>b</p>'],
  ['<p>|Dear</p>', '<ul><li>a</li></ul>', '<ul><li>a</li></ul><p>Dear</p>'],
  [
    '<ul><li>x</li><li>|</li></ul><p>z</p>',
    '<p>a</p><p>b</p>',
    '<ul><li>x</li></ul><p>a</p><p>b</p><p>z</p>',
  ],
  ['<h2>A|C</h2>', '<p>B</p>', '<h2>ABC</h2>'],
];

test('what is pasted goes where the caret is, never a block into a line', async (t) => {
  const page = await openEditor(t);
  for (const [before, pasted, after] of insertions) {
    await letterArea(page).evaluate((area, html) => {
      area.innerHTML = html.replace('|', '<i id="caret"></i>') || '<br>';
      const mark = area.querySelector('#caret');
      const range = document.createRange();
      if (mark) range.setStartBefore(mark);
      mark?.remove();
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
    }, before);
    const text = pasted.replace(/<[^>]*>/g, '');
    await paste(page, { 'text/html': pasted, 'text/plain': text });
    assert.equal((await letter(page)).replaceAll('&nbsp;', ' '), after);
  }
});

test('plain text that looks like HTML is pasted as text, its empty lines as paragraphs', async (t) => {
  const page = await openEditor(t);
  await paste(page, { 'text/plain': 'I <3 <b>bread</b>\r\nand salt\r\n\r\nNgozi' });
  assert.equal(
    await letter(page),
    '<p>I &lt;3 &lt;b&gt;bread&lt;/b&gt;<br>and salt</p><p>Ngozi</p>',
  );
  await page.keyboard.press('Control+Z');
  assert.equal((await letterArea(page).innerText()).trim(), '');
});

test('a table that is dropped on the letter from elsewhere keeps its text', async (t) => {
  const page = await openEditor(t);
  await page.keyboard.type('Dear bakers');
  await letterArea(page).evaluate((area) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/html', '<table><tr><td>Post</td><td>Baker</td></tr></table>');
    const line = area.querySelector('p')?.getBoundingClientRect() ?? area.getBoundingClientRect();
    const { right: clientX, bottom } = line;
    const place = { clientX: clientX - 2, clientY: bottom - 4 };
    const options = { dataTransfer, ...place, bubbles: true, cancelable: true };
    area.dispatchEvent(new DragEvent('drop', options));
  });
  assert.equal(await letter(page), '<p>Dear bakersPost\u2003Baker</p>');
});

test('a style sheet too deeply nested for the browser is ignored, and the text is pasted', async (t) => {
  const page = await openEditor(t);
  const sheets = ['p{'.repeat(50_000), `p${':not('.repeat(400_000)}`];
  for (const sheet of sheets)
    await paste(page, { 'text/html': `<style>${sheet}</style><p>Dear</p>`, 'text/plain': 'Dear' });
  assert.equal(await letter(page), '<p>DearDear</p>');
});

test('a paste far above what a letter may have is refused with a sentence, and the letter stays', async (t) => {
  const page = await openEditor(t);
  await page.keyboard.type('Dear bakers');
  const refusal = page.getByRole('status').filter({
    hasText: 'a letter has at most 30,000 characters. Your letter is as it was.',
  });
  const word = { 'text/html': '<p>good</p>', 'text/plain': 'good' };
  const { length } = '<b>a</b><i>b</i>';
  const large = [
    { 'text/html': `<p>${'<b>a</b><i>b</i>'.repeat(400_000 / length)}`, 'text/plain': 'ab' },
    { 'text/html': 'a<br>'.repeat(400_000), 'text/plain': 'a' },
    { 'text/plain': 'a\n'.repeat(100_000) },
  ];
  for (const data of large) {
    const before = await letter(page);
    await paste(page, data);
    await refusal.waitFor();
    assert.equal(await letter(page), before);
    await paste(page, word);
    await refusal.waitFor({ state: 'detached' });
    assert.equal(await letter(page), before.replace('</p>', 'good</p>'));
  }
  // The form says of these that they are too long. A second one of the same size has no room, but may replace the first.
  const [first, second] = ['a', 'b'].map((text) => ({ 'text/plain': text.repeat(100_000) }));
  await paste(page, first ?? {});
  assert.ok((await letter(page)).length > 100_000);
  await paste(page, second ?? {});
  await refusal.waitFor();
  await page.keyboard.press('Control+A');
  await paste(page, second ?? {});
  await refusal.waitFor({ state: 'detached' });
  assert.match(await letter(page), /^<p>b+<\/p>$/);
});
