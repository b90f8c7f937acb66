import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { newApplicant, sixDocuments } from '#test/support/applicant.ts';
import { sampleValues, writeCompany } from '#test/support/company-files.ts';
import { formFiles, formValues, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

/** A bakery in Nairobi, in English. */
let site: RunningSite;
let smtp: Awaited<ReturnType<typeof smtpServer>>;
/** The mail server waits for the connections of its clients. */
const closing: (() => Promise<void>)[] = [];
before(async () => {
  smtp = await smtpServer({ after: (close) => closing.push(close) });
  const { region, search: _words, documents, ...values } = await sampleValues();
  const company = await writeCompany({
    'site.yaml': {
      ...values,
      texts: {
        application: { labels: { course: 'What you learned' } },
        contact: { messages: { contactTitle: 'Talk to the bakery' } },
        layout: { enquiries: 'Ask us' },
      },
      region: { ...region, phoneCountries: ['KE', 'BJ'] },
      documents: {
        ...documents,
        nysc: { help: 'Not asked for.', notNeeded: {} },
        waec: { label: 'KCSE certificate', help: 'Of your school.' },
        undergraduate: { help: 'A degree.', notNeeded: { companies: ['First Light Bakery'] } },
      },
      application: {
        hiddenFields: ['linkedinprofile'],
        educations: [{ name: 'KCSE', grades: ['A', 'B+'], isGradeRequired: true }],
        hints: { course: 'For example: baking.' },
      },
    },
  });
  site = await startSite({
    env: {
      SITE_CONFIG: company,
      SAMPLE_DATA: 'on',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'careers@example.com',
    },
  });
});
after(async () => {
  await site?.stop();
  for (const close of closing) await close();
});

test('texts in own words take the place of those of the site', async () => {
  const { text } = await new NoScriptBrowser(site.origin).get('/contact');
  assert.match(text, /Talk to the bakery/);
  assert.match(text, /Ask us/);
  assert.doesNotMatch(text, /CONTACT US|General enquiries/);
});

test('a company asks for less: without script, an applicant sees and sends what it asks for', async () => {
  const visitor = new NoScriptBrowser(site.origin);
  const page = await visitor.get('/application/101');
  const form = page.form('emailaddress');
  assert.ok(!form.names.includes('linkedinprofile'));
  for (const text of ['What you learned', 'For example: baking.', 'Kenya: 0712 123456.'])
    assert.ok(page.text.includes(text), text);
  const apply = (phone: string) =>
    visitor.submit(
      page,
      form,
      formValues(
        newApplicant({
          fields: { phone, education: 'KCSE', grades: 'B+', linkedinprofile: '' },
          answers: { 1001: '1,200', 1002: 'The yeast.' },
        }),
      ),
    );
  const refused = await apply('+234 803 123 4567');
  assert.ok(refused.text.includes('Please enter a valid phone number (Kenya, Benin).'));
  const accepted = await apply('+254 712 345 678');
  assert.match(accepted.text, /KCSE certificate/);
  assert.doesNotMatch(accepted.text, /NYSC|WAEC/);
  const documents = accepted.form('passport');
  assert.deepEqual(documents.names, ['applicant_id', 'cv', 'waec', 'other', 'passport']);
  const { nysc: _nysc, undergraduate: _degree, ...files } = sixDocuments;
  const receipt = await visitor.submit(accepted, documents, {}, await formFiles(files));
  assert.match(receipt.text, /Documents received\s+4 of 4/);
  await smtp.newest(4);
  const complete = smtp.mails.find(({ subject }) => subject?.startsWith('Complete'));
  assert.match(complete?.text ?? '', /Documents: 4\/4 \(cv, KCSE certificate, other, passport\)/);
});
