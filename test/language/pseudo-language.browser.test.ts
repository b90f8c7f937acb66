import assert from 'node:assert/strict';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import {
  applicationForm,
  documentField,
  fillFields,
  newApplicant,
  waitForHydration,
} from '../support/applicant.ts';
import { violations } from '../support/axe.ts';
import { visitor } from '../support/browser.ts';
import * as defaultResponses from '../support/default-responses.ts';
import { buildCopy, changeFile, copyProject } from '../support/project-copy.ts';
import { type ScriptedHost, startScriptedHost } from '../support/scripted-host.ts';
import { type RunningSite, root, startSite } from '../support/site.ts';

/** A copy of the site with two languages that are made of English: one longer, one also from right to left. */
let copy: string;
let host: ScriptedHost;
let site: RunningSite;

before(async () => {
  host = await startScriptedHost();
  copy = await copyProject();
  await copyFile(
    join(root, 'test/support/pseudo-language.ts'),
    join(copy, 'src/config/pseudo-language.ts'),
  );
  const languages = join(copy, 'src/config/languages.ts');
  await changeFile(
    languages,
    '  { texts: fr, site: frenchSite },',
    "  { texts: pseudoTexts('eo', 'ltr'), site: pseudoSite },\n  { texts: pseudoTexts('ar', 'rtl'), site: pseudoSite },",
  );
  await changeFile(
    languages,
    "import { fr } from '#src/texts/fr.ts';\n",
    "import { pseudo } from './pseudo-language.ts';\nimport { siteValues } from './site.ts';\nimport { translateSite } from './site-translation.ts';\n",
  );
  await changeFile(languages, 'siteConfig as frenchSite', 'french');
  await changeFile(
    languages,
    'export interface ConfiguredLanguage',
    `const pseudoSite = translateSite(siteValues, pseudo(french) as typeof french);
const pseudoTexts = (tag: string, dir: 'ltr' | 'rtl') => ({ ...(pseudo(en) as Texts), language: { ...en.language, tag, dir, name: tag } });
export interface ConfiguredLanguage`,
  );
  await changeFile(join(copy, 'src/config/site.fr.ts'), 'const french =', 'export const french =');
  // This build need not be small.
  await changeFile(
    join(copy, 'cli/server/build.ts'),
    "await precompress(join(directory, 'public'));",
    '',
  );
  await buildCopy(copy);
  site = await startSite({ root: copy, env: { API_HOST: host.origin, CACHE_TTL_MS: '0' } });
});
after(async () => {
  await site?.stop();
  await host.stop();
  await rm(copy, { recursive: true, force: true });
});

const stringsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsOf)
    : typeof value === 'string'
      ? [value.replace(/<[^>]*>/g, ' ')]
      : [];
const months = Array.from({ length: 12 }, (_, month) =>
  ['short', 'long'].map((style) =>
    new Date(2026, month, 15).toLocaleDateString('fr', { month: style as 'short' }),
  ),
).flat();

const applicant = newApplicant({ answers: { '101': 'Yes' } });

/** Names and contents of data, which are the same in every language. */
const data = [
  ...stringsOf(defaultResponses),
  ...stringsOf([siteConfig.brand, siteConfig.companies, siteConfig.dishes, siteConfig.brands]),
  ...stringsOf([siteConfig.address, siteConfig.enquiries.email]),
  ...Object.values({ ...applicant.fields, ...applicant.answers }),
  ...['English', 'eo', 'ar', 'OpenStreetMap', 'WhatsApp', 'Facebook', 'LinkedIn', 'Agege'],
  ...['pdf', 'docx', 'doc', 'png', 'jpeg', 'jpg'],
  ...months,
]
  .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)])
  .filter((text) => text.length > 1)
  .toSorted((a, b) => b.length - a.length);

/**
 * Returns the texts of the page, and of the attributes that are read, that are not from the catalogue: without what is
 * between brackets, and without data.
 */
async function bareTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts = [document.title];
    const attributes = ['alt', 'aria-label', 'title', 'placeholder', 'aria-description'];
    const isInline = (element: Element) =>
      /^inline$|^contents$/.test(getComputedStyle(element).display);
    const blocks = new Set<Element>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      let block = walker.currentNode.parentElement;
      if (
        !block ||
        block.closest(
          'script, style, noscript, [lang=en], [data-language], [contenteditable], textarea',
        )
      )
        continue;
      while (block.parentElement && isInline(block)) block = block.parentElement;
      blocks.add(block);
    }
    for (const block of blocks) {
      // The texts of blocks inside are read by themselves.
      let text = '';
      const read = (node: Node) => {
        if (node instanceof Text) text += node.data;
        else if (
          node instanceof Element &&
          !blocks.has(node) &&
          !node.matches('script, style, noscript')
        )
          for (const child of node.childNodes) read(child);
      };
      for (const child of block.childNodes) read(child);
      texts.push(text);
    }
    for (const name of attributes)
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (!element.closest('[data-language], [lang=en], iframe'))
          texts.push(element.getAttribute(name) ?? '');
    for (const meta of document.querySelectorAll(
      'meta[name=description], meta[property="og:title"]',
    ))
      texts.push(meta.getAttribute('content') ?? '');
    return texts;
  });
  return [...new Set(found.map(withoutCatalogue).filter((text) => /\p{L}{2}/u.test(text)))];
}

function withoutCatalogue(text: string): string {
  let depth = 0;
  let rest = '';
  for (const character of text) {
    if (character === '⟦') depth += 1;
    else if (character === '⟧') depth -= 1;
    else if (depth <= 0) rest += character;
  }
  for (const known of [site.origin, '/application/11', 'laminate…', ...data])
    rest = rest.replaceAll(known, ' ');
  return rest.trim();
}

async function check(page: Page, { allowed = [] }: { readonly allowed?: readonly string[] } = {}) {
  const bare = await bareTexts(page);
  assert.deepEqual(
    bare.filter((text) => !allowed.includes(text)),
    [],
    page.url(),
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, `${page.url()} overflows`);
}

const open = async (t: TestContext, path: string, width = 360): Promise<Page> => {
  const page = await visitor(t, {
    viewport: { width, height: 800 },
    allowConsole: ['Failed to load resource'],
  });
  await page.goto(`${site.origin}${path}`);
  await page.waitForLoadState('networkidle');
  return page;
};

for (const [tag, dir] of [
  ['eo', 'ltr'],
  ['ar', 'rtl'],
] as const)
  describe(`in a language from ${dir}`, () => {
    const paths = [
      '',
      '?company_id=1',
      '?company_id=1&q=zzzz',
      '?company_id=1&q=breads',
      '?company_id=1&q=night',
      '?q=baker',
      '?type=FULL_TIME',
      '/contact',
      '/application/11',
      '/application/none',
      '/feedback',
      '/my-application/unknown',
    ];
    for (const path of paths)
      test(`/${tag}${path} shows no text that is not in the catalogue`, async (t) => {
        const page = await open(t, `/${tag}${path}`);
        assert.equal(await page.locator('html').getAttribute('dir'), dir);
        await check(page);
        assert.deepEqual(await violations(page), []);
      });

    test('the openings that the header offers', async (t) => {
      const page = await open(t, `/${tag}/contact`);
      await page.locator('[popovertarget=header-search]').click();
      await page.locator('#header-q').pressSequentially('pastry');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('ArrowDown');
      await check(page, { allowed: ['Pastry chef', 'Northwind Bakery, Lagos, Ibadan'] });
      assert.deepEqual(await violations(page), []);
      await page.locator('#header-company').selectOption('1');
      await page.getByRole('listbox').waitFor();
      await check(page);
    });

    test('the errors of the forms', async (t) => {
      const page = await open(t, `/${tag}/contact`);
      const form = page.locator('main form');
      await waitForHydration(form);
      await form.locator('button[type=submit]').click();
      await page.getByRole('alert').waitFor();
      await check(page);
      await page.goto(`${site.origin}/${tag}/application/11`);
      await waitForHydration(applicationForm(page));
      await applicationForm(page).locator('button[type=submit]').last().click();
      await page.locator('main').getByRole('alert').first().waitFor();
      await check(page);
    });

    test('an application, its documents and their errors', async (t) => {
      const page = await open(t, `/${tag}/application/11`);
      await waitForHydration(applicationForm(page));
      await fillFields(page, applicant);
      await page.locator('[data-editor]').scrollIntoViewIfNeeded();
      await page.locator('[data-editor=rich]').waitFor();
      await page.locator('.jodit-wysiwyg').click();
      await page.keyboard.insertText('Dear bakers');
      await applicationForm(page).locator('button[type=submit]').last().click();
      await documentField(page, 'cv').waitFor({ state: 'attached' });
      await check(page);
      for (const type of documentOrder)
        await documentField(page, type).setInputFiles({
          name: 'a.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('text'),
        });
      await check(page, { allowed: ['a.txt'] });
    });
  });

test('responses before a page is rendered have no text that is not in the catalogue', async () => {
  const requests: [path: string, init: RequestInit][] = [
    ['/eo/contact', { method: 'DELETE' }],
    ['/eo/contact', { method: 'POST', body: 'x', headers: { 'content-type': 'text/csv' } }],
    [
      '/eo/forms/quote',
      { method: 'POST', body: 'x', headers: { origin: 'https://other.example' } },
    ],
  ];
  for (const [path, init] of requests) {
    const response = await fetch(site.origin + path, {
      ...init,
      headers: { accept: 'text/html', ...init.headers },
    });
    const html = await response.text();
    const text = html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]*>/g, ' ');
    assert.ok(response.status >= 400);
    assert.doesNotMatch(withoutCatalogue(text), /\p{L}{2}/u, `${path}: ${text}`);
  }
});
