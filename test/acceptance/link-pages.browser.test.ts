import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import { linked, linkSite, token } from '#test/features/my-application/support/link-host.ts';
import { waitForHydration } from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { visitor } from '#test/support/browser.ts';

const site = linkSite();
const { host } = site;

const alert = (changes: Partial<LinkedAlert> = {}): LinkedAlert => ({
  state: 'active',
  search: { q: 'head baker', city: ['Lagos'] },
  words: ' for “head baker” in Lagos',
  language: 'en',
  ends_at: new Date(Date.now() + 100 * 86_400_000).toISOString(),
  last_sent_at: null,
  wishes: [],
  ...changes,
});
const soon = new Date(Date.now() + 86_400_000).toISOString();
const pending = alert({ state: 'pending', ends_at: soon });

const { search, words, language } = pending;
const wishes = ['a', 'b'].map((id) => ({ id, search, words, language }));

const ofAlert = `/alerts/${token}`;
const ofApplication = `/my-application/${token}`;
const asking = '/alerts?q=head+baker&city=Lagos';
/**
 * Each state of the pages: its path, the status of its response, and what the API host has. The stages of an application are
 * in `stages.browser.test.ts`.
 */
const states: readonly (readonly [
  name: string,
  path: string,
  status: number,
  has: { readonly alert?: LinkedAlert; readonly reply?: object },
])[] = [
  ['the form', asking, 200, {}],
  ['asked for', `${asking}&result=requested`, 200, {}],
  ['unconfirmed', ofAlert, 200, { alert: pending }],
  ['several unconfirmed', ofAlert, 200, { alert: { ...pending, wishes } }],
  ['confirmed', `${ofAlert}?result=confirmed`, 200, { alert: alert() }],
  ['not changed', `${ofAlert}?result=unchanged`, 200, { alert: alert() }],
  ['ends soon', `${ofAlert}?result=renewed`, 200, { alert: alert({ ends_at: soon }) }],
  ['ended', ofAlert, 200, { alert: alert({ state: 'ended', ends_at: '2026-03-04T10:00:00Z' }) }],
  ['stopped', `${ofAlert}?q=head+baker&result=ended`, 200, {}],
  ['no such alert', ofAlert, 404, {}],
  ['a part of the token', '/alerts/abc', 404, {}],
  ['one click', `/unsubscribe/${token}`, 200, { alert: alert() }],
  ['an application', ofApplication, 200, { reply: linked({}) }],
  ['a part of the link of an application', '/my-application/abc', 404, {}],
  ['no API host', ofApplication, 503, {}],
];

const allowConsole = ['Failed to load resource'];

test('in any state the pages of links are valid HTML, have the same buttons without script, have nothing that axe finds, and are no wider than the window, also with text of twice the size', async (t) => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const page = await visitor(t, { viewport: { width: 360, height: 800 }, allowConsole });
  const found: string[] = [];
  const read = new Set<string>();
  for (const [name, path, status, has] of states) {
    Object.assign(host, { alert: undefined, reply: undefined, ...has });
    const response = await page.goto(site.origin + path);
    assert.equal(response?.status(), status, path);
    const html = await response.text();
    const { results } = await validator.validateString(html);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      found.push(`${name}: ${ruleId}: ${message} at ${selector}`);
    await page.waitForLoadState();
    const [sent, shown] = await page.evaluate((html) => {
      const buttons = (of: Document) =>
        [...of.querySelectorAll('main :is(button, a)')].map((button) => button.textContent);
      return [buttons(new DOMParser().parseFromString(html, 'text/html')), buttons(document)];
    }, html);
    // With script its documents are chosen in other ways too.
    if (name !== 'an application' && String(shown) !== String(sent))
      found.push(`${name}: with script ${shown}, without ${sent}`);
    // What is around `main` is the same in each state of a page.
    const kind = path.split(/[/?]/)[1] ?? '';
    const within = read.has(kind) ? 'main' : undefined;
    read.add(kind);
    for (const [width, colorScheme, rules] of [
      [360, 'light', 'all'],
      [800, 'dark', 'sizes'],
      [1440, 'dark', 'colors'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      found.push(...(await violations(page, { rules, within })).map((one) => `${name}: ${one}`));
      for (const size of ['', '200%']) {
        const tooWide = await page.evaluate((fontSize) => {
          // The media queries of the header depend on the size that the browser has by default, which a page cannot set.
          document.documentElement.style.fontSize = fontSize;
          const { documentElement } = document;
          const of = fontSize === '' ? documentElement : document.querySelector('main');
          return of ? of.scrollWidth - of.clientWidth : 0;
        }, size);
        if (tooWide > 0) found.push(`${name}: ${width} px, text ${size}: ${tooWide} too wide`);
      }
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    }
    await page.setViewportSize({ width: 360, height: 800 });
  }
  assert.deepEqual(found, []);
});

test('in another language than its mails the page of an alert shows the words of the API host, not the search', async () => {
  const search = { q: 'win 0803 123 4567' };
  const of = { ...pending, search, words: ' pour « win »' };
  for (const shown of [[], ['a', 'b'].map((id) => ({ ...of, id }))]) {
    host.alert = { ...of, wishes: shown };
    const html = await (await fetch(`${site.origin}/fr${ofAlert}`)).text();
    assert.ok(html.includes('pour « win »'));
    assert.doesNotMatch(html, /0803 123/);
  }
});

/** Presses Tab until an element of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  for (let presses = 0; (await focused()) !== name; presses += 1) {
    assert.ok(presses < 60, `Tab does not lead to ${name}`);
    await page.keyboard.press('Tab');
  }
}

test('with the keyboard and in forced colors an alert is confirmed and stopped, and each step is said', async (t) => {
  const page = await visitor(t, { forcedColors: 'active', allowConsole });
  host.alert = pending;
  await page.goto(site.origin + ofAlert);
  const focused = page.locator('main :focus');
  for (const [button, said] of [
    ['Yes, send me these openings', /^Thank you\./],
    ['Stop these mails', /^Done\./],
  ] as const) {
    await tabTo(page, button);
    const { outlineStyle, outlineWidth, borderStyle } = await focused.evaluate((element) => {
      const { outlineStyle, outlineWidth, borderStyle } = getComputedStyle(element);
      return { outlineStyle, outlineWidth, borderStyle };
    });
    assert.deepEqual([outlineStyle, outlineWidth, borderStyle], ['solid', '3px', 'solid']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**result=**');
    // The script sets the focus once more.
    await waitForHydration(focused);
    assert.match(await focused.innerText(), said);
  }
  await tabTo(page, 'Ask for such mails again');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New openings for “head baker” in Lagos' }).waitFor();
});

test('back, a second tab, a reload and a double click show what is true', async (t) => {
  const page = await visitor(t, { allowConsole });
  host.alert = pending;
  await page.goto(site.origin + ofAlert);
  const second = await page.context().newPage();
  await second.goto(site.origin + ofAlert);
  const confirm = 'Yes, send me these openings';
  const said = (on: Page, text: string) => on.locator('main').getByText(text).waitFor();
  await page.getByRole('button', { name: confirm }).dblclick();
  await said(page, 'Thank you.');
  await page.reload();
  await said(page, 'Thank you.');
  await page.goBack();
  await page.getByRole('button', { name: 'Stop these mails' }).waitFor();
  assert.equal(await page.getByRole('button', { name: confirm }).count(), 0);
  await second.getByRole('button', { name: confirm }).click();
  await said(second, 'Thank you.');

  await page.getByRole('button', { name: 'Stop these mails' }).dblclick();
  await said(page, 'Done. You get no more of these mails.');
  assert.equal((await page.reload())?.status(), 200);
  await said(page, 'Done. You get no more of these mails.');
  await page.goBack();
  await said(page, 'Either these mails have ended');
  await second.getByRole('button', { name: 'Stop these mails' }).click();
  await said(second, 'Done. You get no more of these mails.');
  await second.getByRole('link', { name: 'Ask for such mails again' }).click();
  await second.getByRole('heading', { name: 'New openings for “head baker” in Lagos' }).waitFor();
});
