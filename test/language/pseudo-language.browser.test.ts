import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { testCaptchaToken } from '#src/domain/rules/forms/spam-check.ts';
import { newApplicant } from '../support/applicant.ts';
import { visitor } from '../support/browser.ts';
import { englishIn } from '../support/french-reader.ts';
import {
  formFiles,
  formValues,
  NoScriptBrowser,
  type NoScriptPage,
} from '../support/no-script-browser.ts';
import { isBare, pseudoReader, withoutCatalogue } from '../support/pseudo-reader.ts';
import { limits, pseudoSite } from '../support/pseudo-site.ts';
import { replies } from '../support/scripted-host.ts';

const at = pseudoSite();
const data = ['laminate…', '/application/11'];

/** The pseudo-language from right to left. */
const language = 'ar';
const visitorOptions = {
  viewport: { width: 360, height: 800 },
  allowConsole: ['Failed to load resource'],
};

for (const [path, within] of [
  [''],
  ['?company_id=1', '#openings'],
  ['?company_id=1&q=zzzz', '#openings'],
  ['?company_id=1&q=breads', '#openings'],
  ['?company_id=1&q=night', '#openings'],
  ['?q=baker', '#openings'],
  ['?type=FULL_TIME', '#openings'],
  ['/contact'],
  ['/application/11'],
] as const)
  test(`/${language}${path} shows no text that is not in the catalogue`, async (t) => {
    const page = await visitor(t, visitorOptions);
    const { read, isTranslated } = pseudoReader(page, { language, data });
    await page.goto(`${at.origin}/${language}${path}`, { waitUntil: 'networkidle' });
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await read(path, within);
    isTranslated();
  });

const rest = withoutCatalogue(data);

test('responses before a page is rendered have no text that is not in the catalogue', async () => {
  const requests: [path: string, init: RequestInit][] = [
    ['/ar/contact', { method: 'DELETE' }],
    ['/ar/application/11', { method: 'POST', body: 'x', headers: { 'content-type': 'text/csv' } }],
    [
      '/ar/forms/quote',
      { method: 'POST', body: 'x', headers: { origin: 'https://other.example' } },
    ],
  ];
  for (const [path, init] of requests) {
    const response = await fetch(at.origin + path, {
      ...init,
      headers: { accept: 'text/html', ...init.headers },
    });
    const html = await response.text();
    const text = html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]*>/g, ' ');
    assert.ok(response.status >= 400);
    assert.ok(!isBare(rest(text.replaceAll(at.origin, ''))), `${path}: ${rest(text)}`);
  }
});

for (const tag of ['fr', 'ar'])
  test(`without script the forms, their refusals and what follows are in the language ${tag}`, async () => {
    const browser = new NoScriptBrowser(at.origin);
    const applicant = newApplicant({ letter: 'Bread.', answers: { 101: 'Yes' } });
    const own = withoutCatalogue([
      ...[...data, ...Object.values(formValues(applicant)), at.origin],
      ...Object.values(applicant.documents).map((path) => basename(path)),
    ]);
    const wrong: string[] = [];
    const statuses: number[] = [];
    const check = (state: string, { status, text, title, html }: NoScriptPage) => {
      statuses.push(status);
      const named = [...html.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g)];
      const attributes = named.map(([, value = '']) => value);
      // Links to the page in the other languages, and openings, are in their own language.
      const all = [text, title, ...attributes];
      const found =
        tag === 'fr' ? all.flatMap(englishIn) : all.map((one) => own(one)).filter(isBare);
      wrong.push(...found.map((one) => `${state}: ${one}`));
    };
    const read = () => browser.get(`/${tag}/application/11`);
    const submit = async (changes: Readonly<Record<string, string>>) => {
      const page = await read();
      const values = { ...formValues(applicant), captcha_token: testCaptchaToken, ...changes };
      return browser.submit(page, page.form('emailaddress'), values);
    };
    const person = new NoScriptBrowser(at.origin);
    const opening = await person.get(`/${tag}/application/11`);
    check('opening', opening);
    const token = { captcha_token: testCaptchaToken };
    const entered = { ...formValues(applicant), emailaddress: `${tag}@kitchen.example`, ...token };
    const accepted = await person.submit(opening, opening.form('emailaddress'), entered);
    check('accepted', accepted);
    const upload = (files: Readonly<Record<string, File>>) =>
      person.submit(accepted, accepted.form('cv'), {}, files);
    check('a document refused', await upload({ passport: new File(['GIF8'], 'a.jpg') }));
    check('receipt', await upload(await formFiles(applicant.documents)));
    check('no captcha', await submit({ captcha_token: '' }));
    check('empty', await submit({ firstname: '', cover_letter: '' }));
    check('honeypot', await submit({ website: 'https://spam.example' }));
    const closed = { status: 0, message: 'This opening is closed.' };
    for (const [state, reply] of [
      ['closed', replies.json(closed, { status: 410 })],
      ['busy', replies.http(503, { 'retry-after': '40' })],
      ['lost', replies.resetAfterReading()],
    ] as const) {
      at.host.next('applyjobposting', reply);
      check(state, await submit({}));
    }
    const contact = await browser.get(`/${tag}/contact`);
    check('contact: empty', await browser.submit(contact, contact.form('msg'), {}));
    at.host.always('applyjobposting', replies.http(500));
    for (let attempt = 0; attempt < limits.apply - 5; attempt += 1) await submit({});
    check('too many attempts', await submit({}));
    at.host.always('findopening', replies.json({ status: false }, { status: 410 }));
    check('closed', await read());
    await at.host.stop();
    check('without the host', await browser.get(`/${tag}/application/998`));
    check('home without the host', await browser.get(`/${tag}`));
    assert.deepEqual(wrong, []);
    for (const status of [410, 429, 503]) assert.ok(statuses.includes(status), statuses.join());
  });
