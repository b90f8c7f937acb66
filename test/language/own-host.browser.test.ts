import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { testCaptchaToken } from '#src/domain/rules/spam-check.ts';
import bakery from '../../fixtures/openings/bakery.json' with { type: 'json' };
import { smtpServer } from '../api-host/support/smtp-server.ts';
import { eventually } from '../api-host/support/upload.ts';
import { newApplicant, sixDocuments } from '../support/applicant.ts';
import { visitor } from '../support/browser.ts';
import { englishIn, frenchReader } from '../support/french-reader.ts';
import { answersTo, formValues, NoScriptBrowser } from '../support/no-script-browser.ts';
import { isBare, pseudoReader, withoutCatalogue } from '../support/pseudo-reader.ts';
import { pseudoSite } from '../support/pseudo-site.ts';

const at = pseudoSite();
/** An opening of the sample data, and names and texts of it. */
const opening = '101';
const data = ['Head Baker, Agege Bread', 'First Light Bakery', 'Six thousand', 'Bread', 'Yes'];
const questions = bakery.flatMap(({ questions }) => questions.map(({ question }) => question));

/** A site with its own API host and a mail server, and an application in this language. */
async function applied(t: TestContext, tag: string) {
  const smtp = await smtpServer(t);
  const site = await at.startOther({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Careers <careers@jobs.example>',
    SAMPLE_DATA: 'on',
  });
  t.after(() => site.stop());
  const browser = new NoScriptBrowser(site.origin);
  const page = await browser.get(`/${tag}/application/${opening}`);
  const form = page.form('emailaddress');
  const emailaddress = `ngozi.${randomUUID()}@kitchen.example`;
  const applicant = newApplicant({
    letter: 'Bread.',
    answers: answersTo(form, 'Six thousand'),
    fields: { emailaddress },
  });
  await browser.submit(page, form, {
    ...formValues(applicant),
    captcha_token: testCaptchaToken,
  });
  const accept = { accept: 'application/json' };
  const response = await browser.raw(`/${tag}/api/submission?link`, { headers: accept });
  const { link, applicant_id } = await response.json();
  const sent = () => smtp.mails.filter(({ to }) => JSON.stringify(to).includes(emailaddress));
  await eventually(async () => sent().length > 0);
  const [mail] = sent();
  assert.ok(mail);
  const own = [
    ...Object.values(applicant.fields),
    ...data,
    ...questions,
    applicant_id,
    site.origin,
    link,
  ];
  return { site, mail, link: link as string, own, applicant };
}

for (const tag of ['fr', 'eo', 'ar'])
  test(`the mail and the private page are in the language ${tag}`, async (t) => {
    const { site, mail, link, own } = await applied(t, tag);
    assert.ok(link.startsWith(`/${tag}/my-application/`));
    const html = String(mail.html);
    const texts = [
      mail.subject ?? '',
      mail.text ?? '',
      html.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' '),
    ];
    for (const content of [mail.text ?? '', html])
      assert.match(content, new RegExp(`/${tag}/my-application/[\\w-]{43}`));
    const rest = withoutCatalogue([...own, siteConfig.enquiries.email, 'my-application']);
    for (const text of texts)
      if (tag === 'fr') assert.deepEqual(englishIn(text), []);
      else assert.ok(!isBare(rest(text)), rest(text));

    const page = await visitor(t, {
      viewport: { width: 360, height: 740 },
      allowConsole: ['Failed to load resource'],
    });
    const french = tag === 'fr' ? frenchReader(page) : undefined;
    const other = pseudoReader(page, { data: own, hasAxe: tag === 'eo' });
    const read = french?.read ?? other.read;
    await page.goto(site.origin + link, { waitUntil: 'networkidle' });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await read('the private page');
    await page.locator('[name=cv]').setInputFiles(sixDocuments.cv);
    await page.locator('main form:has([name=cv]) button[type=submit]').last().click();
    await page.locator('[data-document=cv][data-state=received]').waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await read('with a document');
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
    await read('withdraw, not ticked');
    await confirm('withdraw', true);
    await read('withdrawn');
    await confirm('erase', true);
    await read('erased');
    await page.goto(site.origin + link, { waitUntil: 'networkidle' });
    await read('the link of an erased application');
    if (french) french.isFrench();
    else other.isTranslated();
  });
