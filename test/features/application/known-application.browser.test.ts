import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '#src/texts/en.ts';
import {
  control,
  fillApplication,
  fillFields,
  newApplicant,
  submitButton,
  waitForHydration,
} from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

const person = (fields: Readonly<Record<string, string>> = {}) =>
  newApplicant({ fields, answers: { 101: 'Yes.', 102: 'Agege' } });

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`${at.origin}/application/${id}`);
  await waitForHydration(control(page, 'firstname'));
}

/** Another tab of the browser of `page` sends an application, before its scripts have arrived. */
async function sendElsewhere(page: Page, applicant: ReturnType<typeof person>): Promise<void> {
  const tab = await page.context().newPage();
  const cdp = await page.context().newCDPSession(tab);
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
  await tab.goto(`${at.origin}/application/11`, { waitUntil: 'domcontentloaded' });
  await fillFields(tab, applicant);
  await control(tab, 'cover_letter').fill(applicant.letter);
  await control(tab, 'cover_letter').evaluate((area: HTMLTextAreaElement) => area.form?.submit());
  await tab.getByText('Form submitted. Please upload documents.').waitFor();
  await tab.close();
}

test('a refusal offers the documents of the application that another tab has sent', async (t) => {
  const page = await visitor(t, { editor: false });
  const applicant = person();
  await open(page, '11');
  await fillApplication(page, { ...applicant, letter: 'Another letter.' });
  await sendElsewhere(page, applicant);
  await submitButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await dialog
    .getByText('You have applied for a position within a year.', { exact: true })
    .waitFor();
  assert.equal(await dialog.getByText(/documents are missing, send them/).count(), 0);
  await dialog.getByText(/^Nothing you wrote is lost\. If somebody else applied/).waitFor();
  await dialog.getByRole('button', { name: 'Show its documents' }).click();
  await page.locator(':focus', { hasText: 'Form submitted. Please upload documents.' }).waitFor();
});

test('the page of another opening of the company says that this browser has applied, and links to that application', async (t) => {
  const page = await visitor(t, { editor: false });
  const notice = page.getByText('An application to this company was sent from this browser on');
  await open(page, '12');
  await page.getByText('This form, once a year per company.').waitFor();
  assert.equal(await notice.count(), 0);
  await sendElsewhere(page, person());
  await page.goto(`${at.origin}/application/11`);
  await page.getByText('Form submitted. Please upload documents.').waitFor();
  await page.waitForFunction(() => localStorage.getItem('application-company:1') !== null);
  // It was noted by this page, which gets no event of the storage.
  await page.locator('header [data-own]:not([hidden])').first().waitFor({ state: 'attached' });
  await open(page, '21');
  assert.equal(await notice.count(), 0);
  await open(page, '12');
  await notice.waitFor();
  // The browser is not told of an erasure by another device or by the company.
  await page.getByText(/another one is refused until then, unless it was erased\.$/).waitFor();
  await page.getByRole('link', { name: 'See that application' }).click();
  await page.waitForURL('**/feedback?joblistingid=11&submission=*');
  // The receipt is shown for a week. Later the link is in the mail, or is asked for.
  await page.evaluate(() => {
    const sent = JSON.parse(localStorage.getItem('application-company:1') ?? '');
    const week = 8 * 24 * 60 * 60 * 1000;
    const earlier = { ...sent, notedAt: sent.notedAt - week };
    localStorage.setItem('application-company:1', JSON.stringify(earlier));
  });
  await open(page, '12');
  await page.getByRole('link', { name: 'See that application' }).click();
  await page.waitForURL('**/my-applications');
});

test('a mistyped domain of an email address is offered corrected, by keyboard, and is never refused', async (t) => {
  const page = await visitor(t, { editor: false });
  await open(page, '11');
  const email = control(page, 'emailaddress');
  await email.fill('ada@gmail.con');
  await email.press('Tab');
  const status = page.getByRole('status').filter({ hasText: 'Did you mean ada@gmail.com?' });
  await status.getByRole('button', { name: 'ada@gmail.com' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await email.inputValue(), 'ada@gmail.com');
  assert.equal(await email.evaluate((input) => input === document.activeElement), true);
  await page.waitForFunction(() =>
    localStorage.getItem('application-draft:11')?.includes('ada@gmail.com'),
  );
  assert.equal(await status.count(), 0);
});

test('a picture that is pasted into the letter is said not to be added', async (t) => {
  const page = await visitor(t, { editor: false });
  await open(page, '11');
  const lost = page.getByText('the picture was not added');
  const paste = (type: string, text: string) =>
    control(page, 'cover_letter').evaluate(
      (area, [kind, content]) => {
        const clipboardData = new DataTransfer();
        if (kind === 'image/png') clipboardData.items.add(new File(['x'], 'a.png', { type: kind }));
        else clipboardData.setData(kind ?? '', content ?? '');
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      [type, text],
    );
  await paste('image/png', '');
  await lost.waitFor();
  await paste('text/html', '<p>Dear bakers</p>');
  await lost.waitFor({ state: 'detached' });
  await paste('text/html', '<p>Me: <img src="https://a.example/a.png"></p>');
  await lost.waitFor();
});

test("on an opening that this browser has applied to, 'Apply Now' leads to the documents, and to the receipt when all have arrived", async (t) => {
  const page = await visitor(t, { editor: false });
  await open(page, '11');
  const article = page.getByRole('article');
  await article.getByRole('link', { name: 'Apply Now' }).first().waitFor();
  await sendElsewhere(page, person());
  await page.goto(`${at.origin}/application/11`);
  const links = article.getByRole('link', { name: 'Add your documents' });
  await links.first().waitFor();
  assert.equal(await page.getByRole('main').getByRole('link', { name: 'Apply Now' }).count(), 0);
  // Section 2: the menu leads to the openings.
  const menu = page.getByRole('banner').getByRole('link', { name: 'Apply Now' });
  assert.equal(await menu.getAttribute('href'), '/#openings');
  assert.equal(await links.first().getAttribute('href'), '#apply');
  await page.route('**/api/submission?*', async (route) => {
    const response = await route.fetch();
    const received = ['cv', 'nysc', 'waec', 'undergraduate', 'other', 'passport'];
    await route.fulfill({ response, json: { ...(await response.json()), received } });
  });
  await page.reload();
  const receipt = article.getByRole('link', { name: 'See your receipt' }).first();
  await receipt.waitFor();
  assert.match(
    (await receipt.getAttribute('href')) ?? '',
    /^\/feedback\?joblistingid=11&submission=/,
  );
  const own = page.getByRole('main').getByRole('link', { name: 'See it or erase it' });
  assert.match(
    (await own.getAttribute('href')) ?? '',
    /^\/api\/submission\?joblistingid=11&submission=[^&]+&link$/,
  );
  await page.unrouteAll({ behavior: 'wait' });
});

test('a person with one name reads what to write when a name is missing', async (t) => {
  const page = await visitor(t, { editor: false });
  await open(page, '11');
  await submitButton(page).click();
  await page.getByText('If you have only one name, write it in both fields.').waitFor();
});

test('an application that is withdrawn right after it was accepted is said to be withdrawn, not that cookies are blocked', async (t) => {
  const page = await visitor(t, { editor: false });
  await open(page, '11');
  await page.route('**/api/submission?*', async (route) => {
    const response = await route.fetch();
    if (response.status() !== 200) return route.fulfill({ response });
    await route.fulfill({ response, json: { ...(await response.json()), withdrawn: true } });
  });
  await fillApplication(page, person());
  await submitButton(page).click();
  await page
    .locator(':focus', { hasText: /sent from this browser on .* was withdrawn\./ })
    .waitFor();
  assert.equal(await page.getByText(en.application.cookiesBlocked).count(), 0);
  assert.equal(await page.getByText('Form submitted. Please upload documents.').count(), 0);
  assert.equal(await submitButton(page).count(), 0);
  const link = page.getByRole('link', { name: 'See it or erase it' });
  assert.match((await link.getAttribute('href')) ?? '', /^\/api\/submission\?joblistingid=11/);
});

test('what people write has the direction of its language', async (t) => {
  const page = await visitor(t, { editor: false });
  await open(page, '11');
  const direction = (name: string) =>
    control(page, name).evaluate((field) => getComputedStyle(field).direction);
  for (const name of ['firstname', 'emailaddress', 'cover_letter', 'answers[101]'])
    for (const [text, expected] of [
      ['سلام', 'rtl'],
      ['Ngọzi', 'ltr'],
    ] as const) {
      await control(page, name).fill(text);
      assert.equal(await direction(name), expected, `${name}: ${text}`);
    }
});
