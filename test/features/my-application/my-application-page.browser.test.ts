import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newApplicant, sixDocuments } from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { phone, type VisitorOptions, visitor } from '#test/support/browser.ts';
import {
  answersTo,
  applyWithoutScript,
  formFiles,
  NoScriptBrowser,
  privatePage,
} from '#test/support/no-script-browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';
import { linked, linkSite, token } from './support/link-host.ts';

/** This site has its own API host; that of `scripted` sends what a test decides. */
let site: RunningSite;
const scripted = linkSite();
const { host } = scripted;
const siteOrigin = 'http://careers.example';
before(async () => {
  site = await startSite({
    env: { SITE_ORIGIN: siteOrigin, SAMPLE_DATA: 'on', TRUST_PROXY: '1' },
  });
});
after(() => site.stop());

/** Applies in a browser without script; returns it and the address of the private page. */
async function applied() {
  const first = new NoScriptBrowser(site.origin);
  const form = (await first.get('/application/101')).form('emailaddress');
  const answers = answersTo(form, 'Six thousand');
  await applyWithoutScript(first, '101', newApplicant({ answers }));
  return { first, path: await privatePage(first) };
}

/** Returns a browser that has not applied, at the private page. */
async function opened(
  t: Parameters<typeof visitor>[0],
  address: string,
  options: VisitorOptions = {},
): Promise<Page> {
  const page = await visitor(t, options);
  await page.goto(address);
  return page;
}

const receivedRows = (page: Page) => page.locator('[data-state="received"]').allInnerTexts();

/** Waits for the focus, which a page may get after its load event. */
const focusedText = (page: Page) => page.locator('main :focus').innerText();

test('on paper the letter and the answers are open, and the facts are apart', async (t) => {
  const { path } = await applied();
  const page = await opened(t, site.origin + path);
  const main = page.getByRole('main');
  const texts = ['Your ovens start at 4 am', 'Six thousand'];
  const areVisible = () =>
    Promise.all(texts.map((text) => main.getByText(text).first().isVisible()));
  assert.deepEqual(await areVisible(), [false, false]);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await areVisible(), [true, true]);
  assert.equal(await main.locator('summary svg').first().isVisible(), false);
  const gap = await main.locator('dl > div').evaluateAll(([first, second]) => {
    const { right = 0 } = first?.getBoundingClientRect() ?? {};
    return (second?.getBoundingClientRect().left ?? 0) - right;
  });
  assert.ok(gap > 16, `${gap} px`);
});

test('on another phone the page shows what was sent, and takes documents', async (t) => {
  const { path } = await applied();
  const page = await opened(t, site.origin + path, phone);
  assert.deepEqual(await page.context().cookies(), []);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Head Baker, Agege Bread' }).waitFor();
  await main.getByText('First Light Bakery, Lagos').waitFor();
  await main
    .getByText(
      /^Your application was received on .*\. It is complete when all 6 documents have arrived\.$/,
    )
    .waitFor();
  for (const [line, text] of [
    ['Your letter', 'Your ovens start at 4 am, and so do I. <3 bread & butter.'],
    ['Your answers', 'Six thousand'],
  ] as const) {
    const content = main.getByText(text).first();
    assert.equal(await content.isVisible(), false);
    await main.getByText(line, { exact: true }).click();
    await content.waitFor();
    const direction = await content.evaluate((node) => node.closest('[dir]')?.getAttribute('dir'));
    assert.equal(direction, 'auto');
  }
  await page.locator('[name="cv"]').setInputFiles(sixDocuments.cv);
  await page.locator('[name="nysc"]').setInputFiles(sixDocuments.nysc);
  const right = page.waitForRequest((request) => request.url().endsWith(`${path}/documents`));
  await page.getByRole('button', { name: 'Upload documents' }).click();
  assert.equal((await right).method(), 'POST');
  await page.locator('[data-document="nysc"][data-state="received"]').waitFor();
  // The device notes the application, until it is erased here.
  await page.waitForFunction(() => localStorage.getItem('application-company:1') !== null);
  await page.reload();
  const rows = await receivedRows(page);
  assert.match(
    rows[0] ?? '',
    /^CV\s+cv-ngozi-eze\.pdf, \d+ \w+ \d{4}\s+CV:\s+Document uploaded\s+Replace it/,
  );
  assert.equal(rows.length, 2);
  const { cv: _cv, nysc: _nysc, ...others } = sixDocuments;
  for (const [type, file] of Object.entries(others))
    await page.locator(`[name="${type}"]`).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload documents' }).click();
  // What the server wrote before the last document is gone.
  await page.locator('[data-documents="complete"]').waitFor();
  await main.getByText(/^Your application was received on/).waitFor({ state: 'hidden' });
  await page.getByText('Erase your application').click();
  await page.getByLabel('Yes, erase my application').check();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.waitForURL('**?result=erased');
  await page.goto(`${site.origin}/my-applications`);
  await main.getByText('This device keeps no application').waitFor();
});

test('withdrawing and erasing are folded, need a ticked box, and the focus is on what happened', async (t) => {
  const { path } = await applied();
  const page = await opened(t, site.origin + path, { allowConsole: ['404'] });
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true });
  assert.equal(await withdraw.isVisible(), false);
  await page.getByText('Withdraw your application').click();
  await withdraw.click();
  await page.waitForURL('**?result=withdraw-unconfirmed');
  assert.equal(await withdraw.isVisible(), true);
  await page.getByLabel('Yes, withdraw my application').check();
  await withdraw.click();
  await page.waitForURL('**?result=withdrawn');
  assert.match(await focusedText(page), /^You have withdrawn your application\./);
  await page.getByText(/^You withdrew this application on .*no longer considers it\.$/).waitFor();
  assert.equal(await page.locator('input[type="file"]').count(), 0);
  assert.equal(await withdraw.count(), 0);
  await page.getByText('Erase your application').click();
  await page.getByLabel('Yes, erase my application').check();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.waitForURL('**?result=erased');
  assert.match(await focusedText(page), /^Your application and its documents were erased\./);
  assert.equal((await page.reload())?.status(), 200);
  assert.equal((await page.goto(site.origin + path))?.status(), 404);
  await page.getByRole('heading', { level: 1, name: 'This link is not valid.' }).waitFor();
});

test('a damaged link says so, and not that the application was erased', async (t) => {
  const { path } = await applied();
  const page = await opened(t, site.origin + path, { allowConsole: ['404'] });
  const damaged = page.getByRole('heading', { level: 1, name: 'This address is not complete.' });
  const token = path.slice(-43);
  const shortened = [token.slice(0, -1), token.slice(0, 5)];
  for (const changed of [...shortened, token.toLowerCase(), token.toUpperCase()]) {
    const response = await page.goto(site.origin + path.replace(token, changed));
    assert.equal(response?.status(), 404, changed);
    await damaged.waitFor();
  }
  assert.equal(await page.getByText('erased').count(), 0);
});

test('without script the page shows the same, and each form leads back to it', async () => {
  const { path, first } = await applied();
  const other = new NoScriptBrowser(site.origin);
  const page = await other.get(path);
  for (const text of ['Head Baker, Agege Bread', 'Six thousand', 'Ngọzi', 'This page works until'])
    assert.ok(page.text.includes(text), text);
  assert.match(page.html, /<header/);
  assert.match(page.html, /<meta name="robots" content="noindex"/);
  const unticked = await other.submit(page, page.form('withdraw'), {});
  assert.equal(unticked.url, `${site.origin}${path}?result=withdraw-unconfirmed`);
  assert.match(unticked.text, /Please tick the box first\./);
  assert.match(unticked.html, /<details open/);
  const right = await other.raw(`${path}/documents`, { method: 'POST' });
  const mayUpload = await other.get(right.headers.get('location') ?? '');
  assert.match(mayUpload.text, /This browser can now send documents/);
  const { cv } = await formFiles(sixDocuments);
  const sent = await other.submit(mayUpload, mayUpload.form('cv'), {}, { cv: cv ?? assert.fail() });
  assert.equal(new URL(sent.url).pathname, path);
  assert.match(sent.text, /Document uploaded.*cv-ngozi-eze\.pdf, /);
  assert.match((await first.get(`${path}?result=withdrawn`)).text, /Withdraw your application/);
  assert.doesNotMatch((await first.get(`${path}?result=erased`)).text, /were erased\./);
  const done = await other.submit(page, page.form('erase'), { erase: 'yes' });
  assert.match(done.text, /Your application and its documents were erased\./);
  const gone = await other.get(path);
  assert.equal(gone.status, 404);
  assert.match(gone.text, /It has expired, or the application was erased\./);
  assert.equal((await other.get('/my-application/guess')).status, 404);
});

test('on plain http, where browsers send no Sec-Fetch-Site, a form has its origin and no address', async (t) => {
  const { path } = await applied();
  const page = await visitor(t, { allowConsole: ['Cross-Origin-Opener-Policy'] });
  let result: string | undefined;
  await page.route(`${siteOrigin}/**`, async (route) => {
    const url = route.request().url().replace(siteOrigin, site.origin);
    const response = await route.fetch({ url, maxRedirects: 0 });
    result = response.headers().location;
    if (result === undefined) await route.fulfill({ response });
    // A redirect would not be routed.
    else await route.fulfill({ contentType: 'text/html', body: '<p>Accepted' });
  });
  await page.goto(siteOrigin + path);
  await page.getByText('Withdraw your application').click();
  await page.getByLabel('Yes, withdraw my application').check();
  const post = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const { origin, referer, ...headers } = await (await post).allHeaders();
  assert.equal('sec-fetch-site' in headers, false);
  assert.equal(origin, siteOrigin);
  assert.equal(referer, `${siteOrigin}/`);
  await page.getByText('Accepted').waitFor();
  assert.equal(result, `${path}?result=withdrawn`);
});

test('a browser that sends Sec-Fetch-Site sends no origin and no referrer with a form', async (t) => {
  const { path } = await applied();
  const page = await opened(t, site.origin + path);
  await page.getByText('Withdraw your application').click();
  await page.getByLabel('Yes, withdraw my application').check();
  const post = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const { origin, referer, 'sec-fetch-site': from } = await (await post).allHeaders();
  assert.deepEqual([origin, referer, from], ['null', undefined, 'same-origin']);
  await page.getByText('You have withdrawn your application.').waitFor();
});

const long = 'm'.repeat(100);

test('the longest names need no horizontal scrolling at 320 px, in both color schemes', async (t) => {
  host.reply = linked({
    role_name: long,
    company_name: long,
    cities: [long],
    application: { firstname: long, lastname: long },
    documents: [
      { type: 'cv', filename: `${long}.pdf`, received_at: '2026-03-01T10:00:00Z', infected: false },
      { type: 'nysc', filename: 'a.pdf', received_at: '2026-03-01T10:00:00Z', infected: true },
    ],
  });
  const address = `${scripted.origin}/my-application/${token}?result=erase-unconfirmed`;
  const page = await opened(t, address, { viewport: { width: 320, height: 640 } });
  assert.match(await focusedText(page), /Please tick the box first/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.getByText('Your letter').click();
  await page.getByText('Your answers').click();
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page, { rules: 'colors', within: 'main' }), []);
  await page
    .locator('[data-document="nysc"]')
    .getByText(/Malware was found/)
    .waitFor();
});

test('a letter is sanitized, and an application without cities is shown', async (t) => {
  host.reply = linked({
    cities: [],
    company_name: '',
    application: {
      cover_letter:
        '<p onclick="run()">I <b>bake</b></p><script>run()</script><img src=x onerror=run()>',
    },
  });
  const page = await opened(t, `${scripted.origin}/my-application/${token}`);
  await page.getByText('Your letter').click();
  const letter = page.getByRole('main').locator('.prose');
  assert.equal(await letter.innerHTML(), '<p>I <b>bake</b></p>');
  await page.getByText('Your answers').click();
  await page.getByText('How many loaves?', { exact: true }).waitFor();
  await page.getByText('No answer', { exact: true }).waitFor();
});

test('an application that needs one document says so, and shows no other', async (t) => {
  host.reply = linked({ documents_needed: ['cv'] });
  const page = await opened(t, `${scripted.origin}/my-application/${token}`);
  await page.getByText(/It is complete when your document has arrived\.$/).waitFor();
  assert.equal(await page.locator('[data-document]').count(), 1);
  assert.equal(await page.getByRole('button', { name: 'Choose several files' }).count(), 0);
});

test('the role and the questions have the language of the opening', async (t) => {
  host.reply = linked({ role_name: 'Cuisinier', opening_language: 'fr-BJ' });
  const page = await opened(t, `${scripted.origin}/my-application/${token}`);
  await page.locator('h1 [lang=fr-BJ]', { hasText: 'Cuisinier' }).waitFor();
  assert.equal(await page.locator('dt[lang=fr-BJ]').count(), 2);
});

test('while the API host does not respond the page is a 503 that says what is known', async () => {
  host.reply = undefined;
  const path = `/my-application/${token}`;
  const browser = new NoScriptBrowser(scripted.origin);
  const page = await browser.get(path);
  assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '30']);
  assert.equal(page.headers.get('cache-control'), 'private, no-store');
  assert.match(page.text, /cannot be shown just now\. Please try again/);
  // The site may have erased its own copy before.
  const refused = await browser.get(`${path}?result=unchanged`);
  assert.match(refused.text, /That did not work: the company still has your application/);
  assert.doesNotMatch(refused.text, /Nothing was changed/);
  const unknown = await browser.get(`${path}?result=unknown`);
  assert.match(unknown.text, /We do not know whether this was done\./);
});
