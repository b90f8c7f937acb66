import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { languageOf } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';
import type { fr } from '#src/texts/fr.ts';
import {
  chooseDocuments,
  control,
  documentField,
  fillApplication,
  newApplicant,
  sixDocuments,
} from '../support/applicant.ts';
import { loadImages, type VisitorOptions, visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { documentRow } from '../support/documents-page.ts';
import { draw, files } from '../support/photographs.ts';
import { pseudo } from '../support/pseudo-language.ts';
import { pseudoReader } from '../support/pseudo-reader.ts';
import { limits, pseudoSite } from '../support/pseudo-site.ts';
import { replies } from '../support/scripted-host.ts';

loadImages();

const at = pseudoSite();
const allowConsole = ['Failed to load resource'];
/** The pseudo-language from right to left. */
const language = 'ar';
const phone = { width: 360, height: 740 };
const texts = pseudo(en) as unknown as typeof fr;

/** Opens a page on a phone. `read` collects what is wrong in a state; `end` fails with all of it. */
async function visit(t: TestContext, path: string, options: VisitorOptions = {}) {
  const page = await visitor(t, { viewport: phone, allowConsole, editor: false, ...options });
  const person = newApplicant({
    letter: 'Bread.',
    answers: { 101: 'Yes' },
    fields: { emailaddress: `ngozi.${randomUUID()}@kitchen.example` },
  });
  const data = [
    ...Object.values(person.fields),
    ...Object.values(sixDocuments).map((path) => basename(path)),
    // The page shows its sentences one by one.
    ...pseudo(languageOf('fr').site.feedback.title).split(/(?<=[.!?]) /),
    ...['laminate…', '/application/11', 'a.txt', 'c.jpg', 'passport.jpg'],
  ];
  const { read, isTranslated } = pseudoReader(page, { language, data });
  const open = async (next: string) =>
    page.goto(`${at.origin}/${language}${next}`, { waitUntil: 'networkidle' });
  await open(path);
  return { page, person, open, read, end: isTranslated };
}
const popup = (page: Page) => page.locator('dialog[open]');
const closePopup = async (page: Page) => {
  await popup(page).getByRole('button', { name: texts.form.ok }).click();
  await popup(page).waitFor({ state: 'hidden' });
};
/** Passes the captcha, which is a new one after each answer, and submits. */
async function submit(page: Page): Promise<void> {
  await page.locator('main form [data-provider] input').check();
  await page.locator('main form:has([data-provider]) button[type=submit]').click();
}
async function refused(page: Page): Promise<void> {
  await submit(page);
  // Until then the dialog that is open may be the overlay of the submission.
  await popup(page).getByRole('button', { name: texts.form.ok }).waitFor();
}
/** Returns an application that was accepted in this browser. */
async function accepted(t: TestContext) {
  const visited = await visit(t, '/application/11');
  await fillApplication(visited.page, visited.person);
  await submit(visited.page);
  await visited.page.getByText(texts.application.messages.applied).waitFor();
  await documentField(visited.page, 'cv').waitFor({ state: 'attached' });
  return visited;
}
const upload = (page: Page) => page.getByRole('button', { name: texts.documents.upload });

test('home: gallery, menu, panels, filters, header search and map', async (t) => {
  const { page, read, open, end } = await visit(t, '');
  const dialog = page.locator('.sl-wrapper');
  await page.locator('#gallery a[data-lightbox]').first().click();
  await dialog.locator('img').waitFor();
  await read('a picture of the gallery', '.sl-wrapper');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  for (const [id, opener] of [
    ['skin-panel', 'header [popovertarget=skin-panel]'],
    ['header-search', 'header [popovertarget=header-search]'],
    ['filters', '#openings [popovertarget=filters]:not([popovertargetaction])'],
  ] as const) {
    await page.locator(opener).click();
    await page.locator(`#${id}:popover-open`).waitFor();
    await read(id, `#${id}`);
    await page.keyboard.press('Escape');
    await page.locator(`#${id}:popover-open`).waitFor({ state: 'detached' });
  }
  await page.locator('header [popovertarget=main-menu]').first().click();
  await page.evaluate(() => {
    for (const submenu of document.querySelectorAll('details')) submenu.open = true;
  });
  await read('menu', 'header');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const opener of ['[popovertarget=submenu-1]', '#submenu-1 [popovertarget]']) {
    await page.locator(opener).first().click();
    await page.locator(':popover-open').last().waitFor();
  }
  await read('submenus', 'header');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('header [popovertarget=header-search]').click();
  const search = page.locator('#header-search');
  await search.locator('[name=q]').fill('chef');
  await search.getByText('Pastry chef').first().waitFor();
  await read('header search', '#header-search');
  await search.locator('[name=company_id]').selectOption('1');
  await search.locator('[name=q]').fill('pastry');
  await search.getByText('Pastry chef').first().waitFor();
  await read('header search of a company', '#header-search');
  await page.setViewportSize(phone);
  await open('');
  const map = 'figure:has([href*=openstreetmap])';
  await page.locator(map).scrollIntoViewIfNeeded();
  await page.locator('.ol-zoom').waitFor();
  await read('map', map);
  end();
});

test('the editor, its lists, its help and fullscreen', async (t) => {
  const { page, read, end } = await visit(t, '/application/11', { editor: true });
  const editor = page.locator('[data-editor]');
  const button = (name: string) => page.locator(`.jodit-toolbar-button_${name}`);
  await editor.scrollIntoViewIfNeeded();
  await page.locator('[data-editor=rich]').waitFor();
  await read('editor', '[data-editor]');
  await button('dots').getByRole('button').first().click();
  await page.locator('.jodit-popup').waitFor();
  await read('more buttons', '.jodit-popup');
  await page.keyboard.press('Escape');
  await button('fullsize').getByRole('button').click();
  await read('fullscreen', '[data-editor]');
  await button('fullsize').getByRole('button').click();
  await page.setViewportSize({ width: 1000, height: 740 });
  for (const name of ['paragraph', 'fontsize', 'font', 'align', 'help']) {
    await button(name).getByRole('button').last().click();
    await page.locator('.jodit-popup').first().waitFor();
    await read(name, '.jodit-popup');
    await page.locator('.jodit-wysiwyg').click();
    await page.locator('.jodit-popup').first().waitFor({ state: 'detached' });
  }
  end();
});

test('captcha, honeypot, offline and too many attempts', async (t) => {
  const { page, person, read, end } = await visit(t, '/application/11');
  const send = page.getByRole('button', { name: texts.application.submit });
  await send.click();
  await page.locator('main').getByRole('alert').first().waitFor();
  await read('errors', 'main');
  await fillApplication(page, person);
  await send.click();
  await page.getByText(texts.form.messages.confirmCaptcha).first().waitFor();
  await read('no captcha', 'main form');
  await control(page, 'website').evaluate((field) => {
    (field as HTMLInputElement).value = 'https://spam.example';
  });
  await submit(page);
  await popup(page).getByText(texts.form.checkTitle).waitFor();
  await read('honeypot', 'dialog[open]');
  await closePopup(page);
  await page.context().setOffline(true);
  await refused(page);
  await read('offline', 'dialog[open]');
  await closePopup(page);
  await read('after offline', 'main form');
  await page.context().setOffline(false);
  at.host.always('applyjobposting', replies.http(500));
  for (let attempt = 2; attempt <= limits.apply; attempt += 1) {
    await refused(page);
    await closePopup(page);
  }
  await refused(page);
  await popup(page).getByText(texts.errors.rateLimit.other.slice(0, 30)).waitFor();
  await read('too many attempts', 'dialog[open]');
  await closePopup(page);
  end();
});

test('an application that is refused, lost, kept as a draft, and closed', async (t) => {
  const { page, person, read, open, end } = await visit(t, '/application/11');
  await fillApplication(page, person);
  for (const [state, reply] of [
    ['closed', replies.json({ status: 0, message: 'This opening is closed.' }, { status: 410 })],
    ['busy', replies.http(503, { 'retry-after': '40' })],
    ['no room', replies.http(507)],
    ['already applied', replies.json({ status: 0, message: messages.alreadyApplied })],
    ['lost', replies.resetAfterReading()],
  ] as const) {
    at.host.next('applyjobposting', reply);
    await refused(page);
    await read(state, 'dialog[open]');
    await closePopup(page);
    await read(`after: ${state}`, 'main form');
  }
  await open('/application/11');
  const restore = page.getByRole('button', { name: texts.application.restore });
  await restore.waitFor();
  await read('draft', 'main form');
  await restore.click();
  await page.getByText(texts.application.draftOutcome.restored).waitFor();
  await read('draft restored', 'main form');
  await page.getByRole('button', { name: texts.application.forgetHere }).click();
  await read('forget me', 'main form');
  await page.getByRole('button', { name: texts.application.forgetMe, exact: true }).click();
  await page.getByText(texts.application.forgotten).waitFor();
  await read('forgotten', 'main form');
  const gone = replies.json({ status: false, data: openings[0] }, { status: 410 });
  at.host.always('findopening', gone);
  await open('/application/11');
  await read('an opening that is closed');
  end();
});

test('documents: refused files, photographs, refusals of the host, offline, receipt', async (t) => {
  const { page, read, open, end } = await accepted(t);
  await read('accepted');
  for (const type of documentOrder)
    await documentField(page, type).setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('text'),
    });
  await upload(page).click();
  await popup(page).or(page.getByRole('alert')).first().waitFor();
  await read('files of a wrong type', 'main form');
  if (await popup(page).isVisible()) await closePopup(page);
  const picture = Buffer.from(await page.evaluate(draw, { width: 800, height: 600 }), 'base64');
  const [first, second, text] = await files(t, {
    'a.jpg': picture,
    'b.jpg': picture,
    'c.jpg': Buffer.from('no picture'),
  });
  const pick = async (type: 'cv' | 'passport', label: string, paths: (string | undefined)[]) => {
    const chooser = page.waitForEvent('filechooser');
    await documentRow(page, type).getByRole('button', { name: label }).first().click();
    await (await chooser).setFiles(paths.filter((path) => path !== undefined));
  };
  const { photographs } = texts;
  await pick('passport', photographs.usePicture, [first]);
  await documentRow(page, 'passport').getByText('passport.jpg').waitFor();
  await read('a passport photograph', '[data-document=passport]');
  await pick('cv', photographs.usePictures, [first, second, text]);
  await documentRow(page, 'cv')
    .getByRole('button', { name: photographs.turnPage.slice(0, 8) })
    .first()
    .waitFor();
  await read('pages of a document', '[data-document=cv]');
  await page.evaluate(() => {
    for (const help of document.querySelectorAll('details')) help.open = true;
  });
  await read('help', 'main details');
  await chooseDocuments(page, sixDocuments);
  at.host.next(
    'uploadapplicantdocument',
    replies.json({ status: 0, message: 'This application was withdrawn.' }, { status: 409 }),
    replies.http(503),
    replies.json({ status: 0, message: 'A reason of the host itself.' }),
  );
  await upload(page).click();
  await page.getByText(texts.host.withdrawn).first().waitFor();
  await page.locator('[data-document="passport"][data-state="received"]').waitFor();
  if (await popup(page).isVisible()) await closePopup(page);
  const { cv, nysc, waec } = sixDocuments;
  await chooseDocuments(page, { cv, nysc, waec });
  await page.context().setOffline(true);
  await upload(page).click();
  await page.getByText(texts.documents.offline).first().waitFor();
  await read('documents offline', 'main form');
  await page.context().setOffline(false);
  await page.waitForURL(`**/${language}/feedback?joblistingid=*`);
  await page.getByText(texts.receipt.reference).first().waitFor();
  await read('receipt');
  await open('/application/12');
  await page.getByText(texts.application.onceAYear).waitFor();
  await read('another opening of the company');
  await open('/application/11');
  await read('the opening, later');
  end();
});

test('contact: captcha, refusals, too many messages', async (t) => {
  const { page, read, end } = await visit(t, '/contact');
  const values = { firstname: 'Ada', lastname: 'Obi', email: 'ada@kitchen.example' };
  for (const [name, value] of Object.entries(values))
    await page.locator(`main [name="${name}"]`).fill(value);
  await page.locator('main [name=msg]').fill('Hi');
  await page.locator('main form:has([name=msg]) button[type=submit]').click();
  await page.getByText(texts.form.messages.confirmCaptcha).first().waitFor();
  await read('no captcha', 'main form');
  at.host.always('contact', replies.http(500));
  for (let attempt = 1; attempt <= limits.contact; attempt += 1) {
    await refused(page);
    if (attempt === 1) await read('not sent', 'dialog[open]');
    await closePopup(page);
  }
  await refused(page);
  await popup(page).getByText(texts.errors.rateLimit.other.slice(0, 30)).waitFor();
  await read('too many messages', 'dialog[open]');
  end();
});

test('pages of what does not exist, is too much, or does not answer', async (t) => {
  const { page, read, open, end } = await visit(t, '/application/none');
  await read('404');
  for (const path of ['/feedback', '/my-application/unknown']) {
    await open(path);
    await read(path);
  }
  const unknown = `${at.origin}/${language}/my-application/unknown`;
  while ((await page.request.get(unknown)).status() === 404);
  await open('/my-application/unknown');
  await page.getByText(texts.errors.rateLimit.other.slice(0, 30)).waitFor();
  await read('too many links');
  await at.host.stop();
  for (const path of ['', '/application/11', '/feedback', '/contact']) {
    await open(path);
    await read(`without the host: ${path}`);
  }
  end();
});
