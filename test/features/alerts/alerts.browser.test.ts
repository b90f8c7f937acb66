import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ParsedMail } from 'mailparser';
import type { Locator, Page } from 'playwright-core';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { waitForHydration } from '#test/support/applicant.ts';
import { phone, visitor } from '#test/support/browser.ts';
import { NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { careers } from '#test/support/run-careers.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

/** A site with its own API host that sends real mail, and one without mail. */
let site: RunningSite;
let silent: RunningSite;
// In a hook `after` would belong to that hook.
const smtp = await smtpServer({ after });
before(async () => {
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'jobs@careers.example' };
  const env = { SITE_ORIGIN: 'http://careers.example', SAMPLE_DATA: 'on', TRUST_PROXY: '1' };
  [site, silent] = await Promise.all([
    startSite({ env: { ...env, ...mail } }),
    startSite({ env: { SAMPLE_DATA: 'on' } }),
  ]);
});
after(() => Promise.all([site.stop(), silent.stop()]));

const host = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await careers(['host', ...args], {
    DATA_DIR: site.dataDir,
    SITE_ORIGIN: 'http://careers.example',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'jobs@careers.example',
  });
  assert.equal(code, 0, stderr);
  return stdout;
};
/** The mails would name the public address of the site. */
const pathIn = ({ text = '' }: ParsedMail, paths = 'alerts') =>
  new RegExp(`http://careers\\.example((?:/fr)?/${paths}/[\\w-]{43})`).exec(text)?.[1] ??
  assert.fail(text);
const focusedText = (page: Page) => page.locator('main :focus').innerText();

/** Opens a search. The site waits 0.3 s for what its API host offers; without an answer, its page offers no alert. */
async function openSearch(page: Page, query: string): Promise<Locator> {
  const offer = page.getByRole('link', { name: en.openings.list.alertLike }).first();
  for (let again = 0; again < 10; again += 1) {
    await page.goto(`${site.origin}/?${query}`);
    if (await offer.isVisible()) return offer;
  }
  return assert.fail(await page.getByRole('main').innerText());
}

/** Adds an opening with the command line; returns what it is called. */
async function addOpening(role: string): Promise<string> {
  const fields = [
    ['--role-name', role],
    ['--company-name', 'First Light Bakery'],
    ['--locations', 'Lagos'],
    ['--jobdescription', 'You bake at night.'],
  ];
  await host('openings', 'add', ...fields.flat());
  return role;
}

test('a search, a mail, a button, a new opening, its mail, and the end with one click', async (t) => {
  const page = await visitor(t, { allowConsole: ['404'] });
  await openSearch(page, 'company_id=1&q=submarine');
  await (await openSearch(page, 'company_id=1&q=head+baker')).click();
  await page
    .getByRole('heading', { level: 1, name: 'New openings at First Light Bakery for “head baker”' })
    .waitFor();
  const form = page.locator('main form');
  await waitForHydration(form);

  // The address suggestion and the error summary of the other forms.
  const field = page.getByLabel('Email address');
  await field.fill('ada@gmial.com');
  // It is offered before the field loses the focus, so that the page does not move under a click on the submit button.
  await page.getByRole('button', { name: 'ada@gmail.com' }).waitFor();
  assert.equal(await field.evaluate((it) => it === document.activeElement), true);
  await page.getByRole('button', { name: 'ada@gmail.com' }).click();
  assert.equal(await field.inputValue(), 'ada@gmail.com');
  await field.fill('ada');
  await page.keyboard.press('Enter');
  assert.match(await focusedText(page), /There is a problem/);
  assert.equal(await field.inputValue(), 'ada');
  await page.getByRole('link', { name: /Please enter a valid email address/ }).click();
  await field.fill('Ada.Baker@example.com');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/alerts?company_id=1&q=head+baker&result=requested');
  assert.match(await focusedText(page), /^Please look into your mail\./);

  const confirmation = await smtp.newest(1);
  assert.equal(smtp.recipients[0], 'Ada.Baker@example.com');
  const path = pathIn(confirmation);
  // A scanner opens every link, as often as it likes.
  const scanner = new NoScriptBrowser(site.origin);
  for (const end of ['', '/confirm', '/end', '?result=confirmed'])
    assert.equal((await scanner.get(path + end)).status, 200);
  await page.goto(site.origin + path);
  await page.getByText('You did not ask for this? Then do nothing').waitFor();
  await page.getByRole('button', { name: 'Yes, send me these openings' }).press('Enter');
  await page.waitForURL('**result=confirmed');
  assert.match(await focusedText(page), /^Thank you\. From now on you get these openings/);
  await page
    .getByText(/^You get a mail when there are new openings, one a day at most, until/)
    .waitFor();

  const role = await addOpening('Head Baker of the Night');
  await addOpening('Driver of the Night');
  await host('alerts', '--send-now');
  const news = await smtp.newest(2);
  assert.ok(news.text?.includes(role) && !news.text.includes('Driver of the Night'), news.text);
  const header = String(
    news.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line.replace(/\s+/g, ' '),
  );
  const [, address = ''] = /<http:\/\/careers\.example([^>]+)>/.exec(header) ?? [];
  const shown = await page.goto(site.origin + address);
  assert.equal(shown?.status(), 200);
  await page.getByRole('button', { name: 'Stop these mails' }).waitFor();
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const clicked = await fetch(site.origin + address, { method: 'POST', body, redirect: 'manual' });
  assert.deepEqual([clicked.status, await clicked.text()], [200, '']);
  assert.equal((await page.reload())?.status(), 404);
  await page.getByRole('heading', { level: 1, name: 'This link is not valid.' }).waitFor();
  assert.equal(JSON.parse(await host('alerts', '--json')).length, 0);
});

test('Back from the back/forward cache to a form that was sent shows the form, which can be sent again', async (t) => {
  const page = await visitor(t);
  await page.goto(`${site.origin}/alerts?q=baker`);
  await waitForHydration(page.locator('main form'));
  // The headless shell has no such cache: the next page does not come, and the event is dispatched.
  await page.route('**result=requested', (route) => route.fulfill({ status: 204 }));
  const sending = page.getByRole('dialog');
  for (const email of ['back@example.com', 'again@example.com']) {
    await page.getByLabel('Email address').fill(email);
    const next = page.waitForRequest('**result=requested');
    await page.keyboard.press('Enter');
    await next;
    await sending.waitFor();
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await sending.waitFor({ state: 'hidden' });
  }
});

test('an alert takes five taps on a phone, of which one is on the link in the mail', async (t) => {
  const page = await visitor(t, phone);
  const arrived = smtp.mails.length;
  let taps = 0;
  const tap = async (of: Locator) => {
    await of.tap();
    taps += 1;
  };
  await tap(await openSearch(page, 'company_id=1&q=head+baker'));
  await waitForHydration(page.locator('main form'));
  await tap(page.getByLabel('Email address'));
  await page.keyboard.insertText('sade@example.com');
  await tap(page.getByRole('button', { name: 'Send me the link' }));
  await page.waitForURL('**result=requested');
  await page.goto(site.origin + pathIn(await smtp.newest(arrived + 1)));
  taps += 1;
  await tap(page.getByRole('button', { name: 'Yes, send me these openings' }));
  await page.waitForURL('**result=confirmed');
  assert.equal(taps, 5);
});

test('without script, in French, from an opening that has closed, and stopped on the page', async () => {
  await host('openings', 'close', '108');
  const browser = new NoScriptBrowser(site.origin);
  let closed = await browser.get('/fr/application/108');
  // The opening is read again after CACHE_TTL_MS.
  while (closed.status !== 410) closed = await browser.get('/fr/application/108');
  const [, link = ''] = /href="(\/fr\/alerts\?[^"]+)"/.exec(closed.html) ?? [];
  const page = await browser.get(link.replaceAll('&amp;', '&'));
  assert.match(page.text, /Nouvelles offres pour « Cake Decorator »/);
  const refused = await browser.submit(page, page.form('email'), { email: 'ngozi@gmial.com.' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Il y a un problème/);
  const form = refused.form('email');
  assert.equal(form.values.get('email'), 'ngozi@gmial.com.');
  const arrived = smtp.mails.length;
  const sent = await browser.submit(refused, form, { email: 'ngozi@example.com' });
  assert.match(sent.url, /\/fr\/alerts\?q=Cake\+Decorator[^?]*&result=requested$/);
  assert.match(sent.text, /Veuillez consulter votre messagerie\./);
  const path = pathIn(await smtp.newest(arrived + 1));
  assert.match(path, /^\/fr\//);
  const pending = await browser.get(path);
  assert.equal(pending.headers.get('referrer-policy'), 'no-referrer');
  assert.match(pending.html, /<meta name="robots" content="noindex"/);
  const buttonOf = (html: string, action: string) => {
    const [, address] = new RegExp(`action="(${path}/${action}\\?[^"]+)"`).exec(html) ?? [];
    return browser.raw(address?.replaceAll('&amp;', '&') ?? assert.fail(action), {
      method: 'POST',
    });
  };
  const confirmed = await buttonOf(pending.html, 'confirm');
  const active = await browser.get(confirmed.headers.get('location') ?? '');
  assert.match(active.text, /Merci\. Vous recevez désormais ces offres par e\u2011mail\./);
  const stopped = await buttonOf(active.html, 'end');
  const end = await browser.get(stopped.headers.get('location') ?? '');
  assert.equal(end.status, 200);
  assert.match(end.text, /C’est fait\. Vous ne recevez plus ces e\u2011mails\./);
  assert.ok(end.html.includes('href="/fr/alerts?q=Cake+Decorator'), 'it offers to ask again');
});

test('a site that cannot send mail offers no alert, only the feed', async () => {
  const browser = new NoScriptBrowser(silent.origin);
  for (const path of ['/', '/?company_id=1&q=submarine', '/fr?company_id=1&q=baker']) {
    const { html } = await browser.get(path);
    assert.ok(!html.includes('/alerts'), path);
    assert.match(html, /type="application\/rss\+xml"/);
  }
});

test('an old link to the form of alerts leads to a page that says that there are none, and to the openings', async (t) => {
  const page = await visitor(t, { allowConsole: ['404'] });
  for (const [path, texts, list] of [
    ['/alerts?q=baker', en, '/?q=baker'],
    ['/fr/alerts?q=baker&result=requested', fr, '/fr?q=baker'],
  ] as const) {
    const response = await page.goto(silent.origin + path);
    assert.equal(response?.status(), 404);
    assert.match(response?.headers()['cache-control'] ?? '', /no-store/);
    await page
      .getByRole('heading', { level: 1, name: texts.alert.notOffered.title, exact: true })
      .waitFor();
    assert.equal(await page.getByRole('contentinfo').count(), 1);
    assert.equal(await page.locator('main form').count(), 0);
    await page
      .getByRole('main')
      .getByRole('link', { name: texts.myApplication.toOpenings })
      .click();
    await page.waitForURL((url) => url.pathname + url.search === list);
  }
});

test('home is stored and offers alerts', async () => {
  const browser = new NoScriptBrowser(site.origin);
  const offer = /<a href="\/alerts"[^>]*>Tell me about new openings<\/a>/;
  let { html } = await browser.get('/');
  // A page that did not wait long enough for the answer of the API host is rendered again.
  for (let again = 0; again < 10 && !offer.test(html); again += 1)
    ({ html } = await browser.get('/'));
  assert.match(html, offer);
});
