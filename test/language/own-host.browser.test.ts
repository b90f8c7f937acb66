import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, type TestContext, test } from 'node:test';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { type HostData, openHostData } from '#src/api-host/data.ts';
import { siteConfig } from '#src/config/site.ts';
import { laterStages } from '#src/domain/model/stages.ts';
import { testCaptchaToken } from '#src/domain/rules/forms/spam-check.ts';
import { defaultLimits } from '#src/limits/rate-limiter.ts';
import { settingsIn } from '#test/api-host/support/host.ts';
import { newAddress } from '#test/support/client-address.ts';
import type { RunningSite } from '#test/support/site.ts';
import bakery from '../../fixtures/openings/bakery.json' with { type: 'json' };
import { smtpServer } from '../api-host/support/smtp-server.ts';
import { eventually } from '../api-host/support/upload.ts';
import { newApplicant, sixDocuments } from '../support/applicant.ts';
import { visitor } from '../support/browser.ts';
import {
  answersTo,
  formValues,
  NoScriptBrowser,
  privatePage,
} from '../support/no-script-browser.ts';
import { isBare, pseudoReader, withoutCatalogue } from '../support/pseudo-reader.ts';
import { pseudoSite } from '../support/pseudo-site.ts';

const at = pseudoSite();
/** The pseudo-language from right to left. */
const tag = 'ar';
/** An opening of the sample data, and names and texts of it. */
const opening = '101';
const data = ['Head Baker, Agege Bread', 'First Light Bakery', 'Six thousand', 'Bread', 'Yes'];
const questions = bakery.flatMap(({ questions }) => questions.map(({ question }) => question));

/** The site with its own API host and a mail server. */
let site: RunningSite;
let hostData: HostData;
// In a hook `after` would belong to that hook.
const smtp = await smtpServer({ after });
before(async () => {
  site = await at.startOther({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Careers <careers@jobs.example>',
    SAMPLE_DATA: 'on',
  });
  hostData = await openHostData(settingsIn(site.dataDir));
});
after(async () => {
  await hostData.close();
  await site.stop();
});

/** Resolves with the first mail to an address. */
async function firstMailTo(address: string) {
  const sent = () => smtp.mails.find(({ to }) => JSON.stringify(to).includes(address));
  await eventually(async () => sent() !== undefined);
  return sent() ?? assert.fail();
}

/** Returns an application. */
async function applied() {
  const browser = new NoScriptBrowser(site.origin);
  const page = await browser.get(`/${tag}/application/${opening}`);
  const form = page.form('emailaddress');
  const emailaddress = `ngozi.${randomUUID()}@kitchen.example`;
  const applicant = newApplicant({
    letter: 'Bread.',
    answers: answersTo(form, 'Six thousand'),
    fields: { emailaddress },
  });
  await browser.submit(page, form, { ...formValues(applicant), captcha_token: testCaptchaToken });
  const link = await privatePage(browser, `/${tag}`);
  const accept = { accept: 'application/json' };
  const response = await browser.raw('/api/submission', { headers: accept });
  const { applicant_id: id } = await response.json();
  const mail = await firstMailTo(emailaddress);
  const own = [...Object.values(applicant.fields), ...data, ...questions, id, site.origin, link];
  return { mail, link, own, applicant, id: id as string };
}

/** Every text of the mail is from the catalogue. */
function assertTranslated(
  { subject = '', text = '', html }: Awaited<ReturnType<typeof applied>>['mail'],
  own: readonly string[],
): void {
  const rest = withoutCatalogue([...own, siteConfig.enquiries.email]);
  const shown = String(html).replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ');
  for (const part of [subject, text, shown]) {
    const content = part.replaceAll(/\/(?:my-application|alerts)\/[\w-]{43}/g, '');
    assert.ok(!isBare(rest(content)), rest(content));
  }
}

/** A phone, and what reads its page in each state. */
async function reader(t: TestContext, data: readonly string[]) {
  const address = newAddress();
  const page = await visitor(t, {
    viewport: { width: 360, height: 740 },
    allowConsole: ['Failed to load resource'],
    extraHTTPHeaders: address,
  });
  return { page, address, ...pseudoReader(page, { language: tag, data }) };
}

test('the mail and the private page are in the language of the visit', async (t) => {
  const { mail, link, own, id } = await applied();
  assert.ok(link.startsWith(`/${tag}/my-application/`));
  for (const content of [mail.text ?? '', String(mail.html)])
    assert.match(content, new RegExp(`/${tag}/my-application/[\\w-]{43}`));
  assertTranslated(mail, own);

  const { page, read, isTranslated } = await reader(t, own);
  await page.goto(site.origin + link, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await read('the private page');
  await page.locator('[name=cv]').setInputFiles(sixDocuments.cv);
  await page.locator('main form:has([name=cv]) button[type=submit]').last().click();
  await page.locator('[data-document=cv][data-state=received]').waitFor();
  await page.reload({ waitUntil: 'networkidle' });
  await read('with a document', 'main');
  for (const stage of laterStages) {
    await setStages(hostData.database, [{ applicant: id, stage }], { now: new Date() });
    await page.goto(site.origin + link);
    await read(stage, 'main');
  }
  const confirm = async (name: 'withdraw' | 'erase', isTicked: boolean) => {
    const form = page.locator(`form:has([name=${name}])`);
    await page.locator(`details:has([name=${name}])`).evaluate((details) => {
      (details as HTMLDetailsElement).open = true;
    });
    const box = form.locator(`[name=${name}]`);
    if (isTicked) await box.check();
    else await box.evaluate((input) => input.removeAttribute('required'));
    await form.locator('button').click();
    await page.waitForURL(`**?result=${name}*`);
    await page.waitForLoadState('networkidle');
  };
  await confirm('withdraw', false);
  await read('withdraw, not ticked', 'main');
  await confirm('withdraw', true);
  await read('withdrawn', 'main');
  await confirm('erase', true);
  await read('erased', 'main');
  await page.goto(site.origin + link, { waitUntil: 'networkidle' });
  await read('the link of an erased application', 'main');
  isTranslated();
});

test('an alert is in the language of the visit, on each of its pages and in its mail', async (t) => {
  const to = 'ada@kitchen.example';
  const own = ['baker', 'First Light Bakery', 'nobody', to, site.origin];
  const { page, address, read, isTranslated } = await reader(t, own);
  const open = async (state: string, path: string, within?: 'main', origin = site.origin) => {
    await page.goto(origin + path);
    await read(state, within);
  };
  const refused = async (emailaddress: string) => {
    await form.locator('[type=email]').fill(emailaddress);
    await form.locator('[type=checkbox]').check();
    await form.locator('button[type=submit]').click();
    await page.locator('main :focus[role=alert], main :focus [role=alert]').waitFor();
  };
  const form = page.locator('main form');
  const asking = `/${tag}/alerts?company_id=1&q=baker`;
  await open('the form', asking);
  await refused('nobody');
  await read('a wrong address', 'main');
  await form.locator('[type=email]').fill(to);
  await form.locator('button[type=submit]').click();
  await page.waitForURL('**result=requested**');
  await read('asked for', 'main');
  const mail = await firstMailTo(to);
  assertTranslated(mail, own);
  const [path = ''] = new RegExp(`/${tag}/alerts/[\\w-]{43}`).exec(mail.text ?? '') ?? [];
  await open('to be confirmed', path, 'main');
  const press = async (action: string) => {
    await page.locator(`form[action*="/${action}?"] button`).click();
    await page.waitForURL('**result=**');
    await read(action, 'main');
  };
  await press('confirm');
  const over = { state: 'ended', ends_at: new Date().toISOString() } as const;
  await hostData.database.db
    .updateTable('alerts')
    .set(over)
    .where('emailaddress', '=', to)
    .execute();
  await open('over', path.replace('/alerts/', '/unsubscribe/'), 'main');
  await press('renew');
  await open('not changed', `${path}?result=unchanged`, 'main');
  await press('end');
  await open('the link of an alert that has ended', path, 'main');
  await Promise.all(
    Array.from({ length: defaultLimits['mail-request'] }, () =>
      fetch(site.origin + asking, {
        method: 'POST',
        headers: { ...address, origin: site.origin },
      }),
    ),
  );
  await open('the form again', asking, 'main');
  await refused(to);
  assert.equal(page.url(), site.origin + asking);
  await read('too many attempts', 'main');
  await at.host.stop();
  await open('without the API host', path, undefined, at.origin);
  await open('an application without the API host', `/${tag}/my-application/x`, 'main', at.origin);
  isTranslated();
});
