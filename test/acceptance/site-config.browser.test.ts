import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { captchaScripts } from '#src/components/captcha/captcha-drivers.ts';
import { siteConfig } from '#src/config/site.ts';
import { messages } from '#src/domain/model/messages.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { captchaServices } from '#src/forms/captcha.ts';
import { en } from '#src/texts/en.ts';
import {
  documentField,
  fillApplication,
  newApplicant,
  submitButton,
  typedValues,
  waitForHydration,
} from '#test/support/applicant.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleFolder, sampleValues, writeCompany } from '#test/support/company-files.ts';
import {
  applyWithoutScript,
  formValues,
  NoScriptBrowser,
} from '#test/support/no-script-browser.ts';
import { changeFile, copyProject } from '#test/support/project-copy.ts';
import { type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

loadImages();

/** Prefix of every text in the changed site config. */
const mark = '※';
/**
 * Keys whose values no page of the sample shows: addresses, identifiers, mails, synonyms, what private pages show, what only
 * openings with a certain role show.
 */
const nonTextKeys =
  'src href action method remote equalTo closedDates tiles email locale timeZone network category sort notNeeded mail texts stages synonyms sameWords currency phoneCountries skins language width height'.split(
    ' ',
  );

/**
 * Texts of the sample that others display too: a skin's name, section 2's link, the search's name, a city of the host, a
 * number.
 */
const sharedTexts = ['Tamarind', 'Apply Now', 'Openings', 'Lagos', '6'];

let copy: string;
/** Of the sample company, from the copy of the first build; it runs while the copy is built again. */
let siteBefore: RunningSite;
let filesBefore: readonly string[];
/** The status of each request during the build, by path. */
const duringBuild: [path: string, status: number][] = [];
let host: ScriptedHost;
/** Its site.yaml. */
let company: string;
/** Of another company: every text has the prefix, and its forms have a captcha. */
let site: RunningSite;
/** The provider that the site asks; it accepts the token of a person. */
const asked: Record<string, string>[] = [];
const provider = createServer(async (request, response) => {
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  asked.push(form);
  response.end(JSON.stringify({ success: form.response?.startsWith('person') }));
});

before(async () => {
  // Its openings contain no text of the sample company.
  host = await startScriptedHost();
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  copy = await copyProject({ hasBuild: true });
  siteBefore = await startSite({ root: copy });
  filesBefore = [
    ...new Set(
      (await ask('/').then((page) => page.text())).match(
        /\/assets\/[\w.-]+\.(?:js|css|woff2|png|webp)/g,
      ),
    ),
  ];
  // This build need not be small.
  await change('cli/server/build.ts', "await precompress(join(directory, 'public'));", '');
  const { port } = provider.address() as AddressInfo;
  await change(
    'src/forms/captcha.ts',
    captchaServices.turnstile.verify,
    `http://127.0.0.1:${port}/siteverify`,
  );
  await buildAgain();
  company = await writeCompany({
    'site.yaml': {
      ...prefixed(await sampleValues()),
      captcha: { provider: 'turnstile', siteKey: 'site key' },
      skins: { panel: false, items: [{ name: 'Clay', palette: 'clay' }] },
      photographs: false,
    },
  });
  site = await startSite({
    root: copy,
    env: { API_HOST: host.origin, CAPTCHA_SECRET: 'the secret', SITE_CONFIG: company },
  });
});
after(async () => {
  await site?.stop();
  await siteBefore?.stop();
  await host.stop();
  provider.close();
  await rm(copy, { recursive: true, force: true });
  await rm(dirname(company), { recursive: true, force: true });
});

/** Returns the values with the prefix before each text that a page shows. */
// biome-ignore lint/suspicious/noExplicitAny: the values of a file.
function prefixed(value: any, prefix = mark): any {
  if (typeof value === 'string')
    return value === '' || value.startsWith('pictures/') ? value : prefix + value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => prefixed(part, prefix));
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    nonTextKeys.includes(name) ? part : prefixed(part, prefix),
  ]);
  return Object.fromEntries(parts);
}

/** Requests a path of the site that was started before the build. */
const ask = (path: string) => fetch(new URL(path, siteBefore.origin));

/** Builds the copy, and requests a page and the files of the site that runs meanwhile. */
async function buildAgain(): Promise<void> {
  const builder = spawn(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'inherit' });
  const built = once(builder, 'exit');
  while (builder.exitCode === null) {
    // A path that is not stored, so that the page is rendered.
    for (const path of [`/?q=bread&at=${performance.now()}`, ...filesBefore]) {
      const response = await ask(path);
      await response.arrayBuffer();
      duringBuild.push([path, response.status]);
    }
    // Leaves the processor to the build.
    await Promise.race([built, delay(1000, undefined, { ref: false })]);
  }
  assert.deepEqual(await built, [0, null]);
}

/** Changes a file of the copy. */
const change = (path: string, from: string, to: string) => changeFile(join(copy, path), from, to);

/**
 * The provider's script, because tests have no network. Like the real one it shows a frame of the provider and calls it;
 * its buttons appear when both have succeeded.
 */
const widgetScript = `
  window.turnstile = {
    render(place, { sitekey, callback }) {
      const frame = document.createElement('iframe');
      frame.title = sitekey;
      frame.src = 'https://challenges.cloudflare.com/frame';
      frame.onload = async () => {
        await (await fetch('https://challenges.cloudflare.com/challenge')).text();
        for (const token of ['robot', 'person']) {
          const button = Object.assign(document.createElement('button'), { type: 'button', textContent: token });
          button.onclick = () => callback(token + ' ' + location.pathname);
          place.append(button);
        }
      };
      place.append(frame);
      return place;
    },
    remove: (place) => place.replaceChildren(),
  };`;

/** Answers the requests of a page to the captcha's provider. */
const withProvider = (page: Page) =>
  page.route('https://challenges.cloudflare.com/**', (route) =>
    route.request().url() === captchaScripts.turnstile
      ? route.fulfill({ contentType: 'text/javascript', body: widgetScript })
      : route.fulfill({
          contentType: 'text/html',
          headers: { 'access-control-allow-origin': '*' },
          body: '<!DOCTYPE html><p>A puzzle</p>',
        }),
  );

/** Every displayed text of the site config with its path. */
function textsOf(value: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (typeof value === 'string') return value === '' ? [] : [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !nonTextKeys.includes(key))
    .flatMap(([key, part]) => textsOf(part, [...path, key]));
}

/** Returns all attribute values and texts of a page, and its whole text; visible or not. */
const shownBy = (page: Page) =>
  page.evaluate(() => {
    for (const code of document.querySelectorAll('script, style')) code.remove();
    const all = [...document.querySelectorAll('*')];
    const attributes = all.flatMap((one) => [...one.attributes].map(({ value }) => value));
    const texts = all.flatMap((one) =>
      [...one.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : [])),
    );
    return [...attributes, ...texts, document.documentElement.textContent ?? ''];
  });

test('a site answers pages, files and parts that it has not loaded yet during and after a build', async () => {
  assert.ok(filesBefore.length > 3);
  assert.ok(duringBuild.length > 3 * filesBefore.length);
  const failed = duringBuild.filter(([, status]) => status !== 200);
  assert.deepEqual(failed, []);
  // Pages and routes most of which load a part of the build at the first request.
  const others =
    '/contact /application/104 /feedback?joblistingid=104 /feed.rss /sitemap.xml /robots.txt /favicon.ico';
  for (const path of [...filesBefore, ...others.split(' ')])
    assert.equal((await ask(path)).status, 200, path);
  const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
  const visitor = new NoScriptBrowser(siteBefore.origin);
  const { text } = await applyWithoutScript(visitor, '104', applicant);
  assert.match(text, /Your reference: \S+/);
});

test('another company changes only the site config, and no text of the sample remains', async (t) => {
  const page = await visitor(t, { allowConsole: ['404', 'tile', 'ERR_FAILED'] });
  await withProvider(page);
  // Without an answer the page after the last upload thanks.
  await page.route('**/api/submission*', (route) => route.abort());
  const shown: string[] = [];
  const paths = '/ /contact /feedback?joblistingid=11 /application/11 /application/none'.split(' ');
  for (const path of paths) {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    assert.equal(await page.getByRole('button', { name: 'Colours' }).count(), 0, 'no skin panel');
    assert.equal(await page.getByText('can photograph').count(), 0, path);
    shown.push(...(await shownBy(page)));
  }
  const together = shown.join('\n');
  const texts = textsOf(siteConfig);
  assert.ok(texts.length > 150);
  const unshown = texts.filter(([, text]) => !together.includes(mark + text));
  assert.deepEqual(unshown, [], 'texts of the site config that no page contains');
  const whole = new Set(shown.map((text) => text.trim()));
  const fixed = texts.filter(([, text]) => whole.has(text) && !sharedTexts.includes(text));
  assert.deepEqual(fixed, [], 'texts of the sample that another company cannot change');
});

test('a site with one file has no page, link or hreflang of another', async () => {
  const get = (path: string) => fetch(site.origin + path);
  for (const path of ['/fr', '/fr/contact', '/fr/application/11'])
    assert.equal((await get(path)).url, `${site.origin}/`, path);
  for (const path of ['/', '/application/11', '/contact', '/sitemap.xml'])
    assert.doesNotMatch(await (await get(path)).text(), /hreflang|\/fr\b|Français/i, path);
});

const contactForm = (page: Page) =>
  page.locator('form').filter({ has: page.locator('[name="msg"]') });
const contactMessage = {
  firstname: 'Ada',
  lastname: 'Sample',
  email: 'ada@example.com',
  phone: '',
  msg: 'Do you bake at night?',
};
async function fillContact(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(contactMessage))
    await contactForm(page).locator(`[name="${name}"]`).fill(value);
}
const contactValues = async (page: Page) => {
  const values = Object.keys(contactMessage).map(async (name) => [
    name,
    await contactForm(page).locator(`[name="${name}"]`).inputValue(),
  ]);
  return Object.fromEntries(await Promise.all(values));
};

test('the captcha works under the policy of the site; a refused token keeps every value of contact and application', async (t) => {
  const page = await visitor(t, { editor: false, allowConsole: ['422'] });
  await withProvider(page);
  const press = async (name: 'robot' | 'person') => {
    const form = page.locator('main form');
    // The widget loads when it comes near the viewport.
    await form.locator('[data-provider]').scrollIntoViewIfNeeded();
    await form.getByRole('button', { name, exact: true }).click();
  };
  const refusal = page.getByRole('dialog').getByText(messages.confirmCaptcha);
  const closeDialog = () => page.keyboard.press('Escape');
  asked.length = 0;

  await page.goto(`${site.origin}/contact`);
  const form = contactForm(page);
  await waitForHydration(form);
  await fillContact(page);
  const send = form.getByRole('button', { name: 'Send message' });
  await send.click();
  await form.getByText(messages.confirmCaptcha).first().waitFor();
  assert.deepEqual([host.callsTo('contact').length, asked], [0, []]);
  await press('robot');
  await send.click();
  await refusal.waitFor();
  await closeDialog();
  assert.deepEqual(await contactValues(page), contactMessage);
  assert.equal(host.callsTo('contact').length, 0);
  // The widget is a new one, because a token is valid once.
  await press('person');
  await send.click();
  await host.called('contact');

  const opening = '/application/11';
  await page.goto(site.origin + opening);
  await fillApplication(page, newApplicant({ answers: { 101: 'Yes' } }));
  const entered = async () => {
    const { [spamCheckFields.captcha]: _, ...values } = await typedValues(page);
    return values;
  };
  const before = await entered();
  await press('robot');
  await submitButton(page).click();
  await refusal.waitFor();
  await closeDialog();
  assert.deepEqual(await entered(), before);
  assert.equal(host.callsTo('validatecandidate').length, 0);
  await press('person');
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
  // Documents are files only, because the site config switches photographs off.
  await documentField(page, 'nysc').waitFor();
  await page.getByRole('button', { name: 'Choose several files' }).waitFor();
  assert.equal(
    await page.getByRole('button', { name: /Take photos|Take a photo|Use .*picture/ }).count(),
    0,
  );

  assert.deepEqual(host.callsTo('contact')[0]?.json, {
    ...contactMessage,
    subject: 'Message from the careers site',
  });
  assert.equal(host.callsTo('applyjobposting').length, 1);
  assert.deepEqual(
    asked.map(({ secret, response }) => [secret, response]),
    ['/contact', opening].flatMap((path) => [
      ['the secret', `robot ${path}`],
      ['the secret', `person ${path}`],
    ]),
  );
});

test('without script a form with a captcha says that it cannot be sent, and keeps every value', async () => {
  // Chromium shows no <noscript> where a test has switched script off.
  const browser = new NoScriptBrowser(site.origin);
  const applicant = newApplicant({ answers: { 101: 'Yes' } });
  const calls = host.calls.length;
  for (const [path, name, values] of [
    ['/contact', 'msg', contactMessage],
    ['/application/11', 'emailaddress', formValues(applicant)],
  ] as const) {
    const page = await browser.get(path);
    assert.match(page.text, /This form has a captcha, which needs JavaScript/, path);
    const answered = await browser.submit(page, page.form(name), values);
    assert.ok(answered.text.includes(messages.confirmCaptcha), answered.text);
    const kept = Object.fromEntries(answered.form(name).values);
    assert.deepEqual({ ...kept, ...values }, kept);
  }
  const writes = host.calls.slice(calls).filter(({ method }) => method === 'POST');
  assert.deepEqual(writes, []);
});

test('long words in every text stay in their columns, a lone picture above its quotation, and its counter is text', async (t) => {
  const word = 'Calabash'.repeat(9);
  const { language: _, ...texts } = en;
  const values = prefixed(await sampleValues(), `${word} `);
  values.testimonial.pictures.length = 1;
  values.benefits.items[0].text = '[Calabash](https://calabash.example/)';
  values.texts = prefixed(texts, `${word} `);
  values.texts.lightbox.lightboxCounter = '<b>%curr%</b> / %total%';
  const markup = '<b>Words</b> & “words”';
  values.texts.application.messages.coverLetterPlaceholder = markup;
  for (const name of ['undo', 'defaultFont']) values.texts.editor[name] = markup;
  values.texts.editor.styles.h2 = markup;
  const file = join(dirname(company), 'long.yaml');
  await writeFile(file, JSON.stringify(values));
  const { origin, stop } = await startSite({
    root: copy,
    env: { API_HOST: host.origin, SITE_CONFIG: file },
  });
  t.after(() => stop());
  const page = await visitor(t, {
    editor: false,
    reducedMotion: 'reduce',
    allowConsole: ['tile', 'ERR_FAILED', '404'],
  });
  for (const [path, ...widths] of [
    ['/contact', 320],
    ['/my-applications', 320],
    ['/application/11', 320],
    ['/?q=bread', 320],
    ['/', 320, 1440],
  ] as const) {
    await page.goto(origin + path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('header *, main *, footer *')]
          .filter(
            (one) =>
              one.checkVisibility() &&
              !one.closest('[aria-roledescription], #gallery li ~ li, dialog, [inert]'),
          )
          // What only screen readers get is one pixel wide.
          .filter(({ parentElement }) => (parentElement?.offsetWidth ?? 0) > 1)
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map((one) => one.outerHTML.slice(0, 200)),
      );
      assert.deepEqual(wide, [], `${path} is wider than ${width} px`);
    }
  }
  const middles = await Promise.all(
    ['img', 'blockquote'].map((one) =>
      page
        .locator(`main section:has(blockquote) ${one}`)
        .evaluate((it) => it.getBoundingClientRect())
        .then(({ left, right }) => Math.round((left + right) / 2)),
    ),
  );
  assert.equal(middles[0], middles[1], 'one picture stands in the middle above the quotation');
  // The icons are below the menu, at the left.
  await page.locator('[popovertarget="header-search"]').click();
  const panel = await page.locator('#header-search').boundingBox();
  assert.ok(panel && panel.x >= 0, JSON.stringify(panel));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 900 });
  const apart = await page.locator('main section:has(blockquote)').evaluate((section) => {
    const picture = section.querySelector('img');
    const second = picture?.cloneNode() as HTMLElement;
    picture?.after(second);
    const words = section.querySelector('figure')?.getBoundingClientRect().bottom ?? Infinity;
    return second.getBoundingClientRect().top - words;
  });
  assert.ok(apart >= 0, `of two pictures, the second is ${apart} px below the quotation`);
  await page.locator('[popovertarget="main-menu"]').first().click();
  const menu = page.locator('#main-menu');
  const bottoms = await menu
    .locator('div:has(> [popovertarget]) > *')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  const list = await menu.locator('ul').first().boundingBox();
  assert.ok(list && Math.max(...bottoms) <= list.y, 'the name stands above the menu');
  const close = await menu.locator('[popovertarget]').boundingBox();
  assert.ok(close && close.width >= 44, JSON.stringify(close));
  await page.keyboard.press('Escape');
  const colors = ['#benefits dt', '#benefits dd a'].map((one) =>
    page
      .locator(one)
      .first()
      .evaluate((it) => getComputedStyle(it).color),
  );
  const [title, link] = await Promise.all(colors);
  assert.equal(link, title, 'a link on the disc has the color of the text');
  await page.locator('#gallery a').first().click();
  await page.getByRole('dialog').getByText('<b>1</b> / 12', { exact: true }).waitFor();

  const writer = await visitor(t);
  await writer.goto(`${origin}/application/11`);
  await writer.locator('[data-editor]').scrollIntoViewIfNeeded();
  await writer.locator('.jodit-placeholder').getByText(markup, { exact: true }).waitFor();
  for (const name of ['Style', 'Font name', 'Help']) {
    await writer
      .getByRole('button', { name: new RegExp(` ${name}$`) })
      .first()
      .click();
    await writer.locator('.jodit-popup').getByText(markup, { exact: true }).waitFor();
  }
});

test('an invalid value of the site config is reported by name at the start', async () => {
  const invalid = join(dirname(company), 'invalid.yaml');
  await writeFile(
    invalid,
    (await readFile(join(sampleFolder, 'site.yaml'), 'utf8')).replace(
      'category: 1',
      'category: bread',
    ),
  );
  const started = startSite({ root: copy, env: { SITE_CONFIG: invalid } });
  await assert.rejects(
    started,
    /ended with 3 before it listened.*invalid\.yaml:\d+: gallery\.items\.0\.category: category must be a number starting at 1/s,
  );
});
