import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import {
  documentField,
  fillApplication,
  newApplicant,
  sixDocuments,
  submitButton,
  waitForHydration,
} from '#test/support/applicant.ts';
import { phone, visitor } from '#test/support/browser.ts';
import { documentRow } from '#test/support/documents-page.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { walkOnPhone } from '#test/support/phone-walk.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const sample = sampleSite();
const allowConsole = ['tile.openstreetmap.org', '404'];

test('an applicant on a phone needs at most eighteen taps and two minutes of reading from a word to the receipt', async (t) => {
  const page = await visitor(t, { allowConsole, ...phone, permissions: ['clipboard-write'] });
  const walked = await walkOnPhone(page, sample.origin);
  const { firstOpening, firstFound, taps, seconds, words } = walked;
  assert.ok(firstOpening < 740, `the first opening is at ${firstOpening} px`);
  assert.ok(firstFound < 370, `after a search the first opening is at ${firstFound} px`);
  assert.ok(taps.page <= 18, JSON.stringify(taps));
  assert.ok(seconds <= 120, JSON.stringify(words));
  // The receipt is as wide as the screen. The address of the application is a link; on paper it can be read.
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  const link = receipt.getByRole('link', { name: 'See, withdraw or erase your application' });
  const address = receipt.getByText(`${sample.origin}${await link.getAttribute('href')}`);
  assert.match(await address.innerText(), /\/my-application\/[\w-]{43}$/);
  assert.equal(await address.isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await address.isVisible(), true);
  await page.emulateMedia({ media: null });
  await assertEvenLines(receipt.locator('p', { hasText: 'Keep this link' }));
  await receipt.getByRole('button', { name: 'Copy link' }).click();
  await receipt.getByText('Copied', { exact: true }).waitFor();
  const ends = await receipt
    .locator('dd, p, a')
    .evaluateAll((parts) => parts.map((it) => it.getBoundingClientRect().right));
  assert.ok(Math.max(...ends) <= 344, `the receipt ends at ${Math.max(...ends)} px`);
});

test('the second application of a person takes what was sent with the first, in English and French', async (t) => {
  const page = await visitor(t, { allowConsole, ...phone });
  const first = await walkOnPhone(page, sample.origin, { language: fr });
  assert.ok(first.taps.page <= 18, JSON.stringify(first.taps));
  for (const [language, word, role] of [
    [en, 'chef', 'Executive Chef, Events'],
    [fr, 'grill', 'Restaurant General Manager'],
  ] as const) {
    const { taps } = await walkOnPhone(page, sample.origin, { language, word, role, isKept: true });
    assert.ok(taps.page <= 13, JSON.stringify(taps));
  }
});

test("on a phone the keyboard's key 'next' leads through the fields of a person; elsewhere Enter submits the form", async (t) => {
  for (const [device, focused] of [
    [phone, 'lastname'],
    [{ viewport: { width: 1280, height: 720 } }, ''],
  ] as const) {
    const page = await visitor(t, { allowConsole, ...device });
    await page.goto(`${sample.origin}/application/101`);
    await waitForHydration(submitButton(page));
    await page.locator('main input[name="firstname"]').fill('Sade');
    await page.locator('main input[name="firstname"]').press('Enter');
    if (focused === '') await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    else {
      const active = () =>
        page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
      assert.equal(await active(), focused);
      for (const name of ['emailaddress', 'phone', 'age']) {
        await page.keyboard.press('Enter');
        assert.equal(await active(), name);
      }
      assert.equal(await page.getByRole('heading', { name: 'There is a problem' }).count(), 0);
    }
  }
});

/** No plate, dot or button of the slides stands above the title of the page. */
async function assertTitleFirst(page: Page): Promise<void> {
  const slider = page.locator('main [aria-roledescription="carousel"]').first();
  const [title, plate] = await Promise.all([
    page.locator('h1').boundingBox(),
    slider.locator('[role="group"]').first().boundingBox(),
  ]);
  assert.ok(title && plate);
  assert.ok(plate.x > title.x && plate.y + plate.height > title.y, `${page.url()} ${plate.y}`);
  assert.equal(await slider.locator('[data-dot]').first().isVisible(), false);
  const pause = await slider.getByRole('button', { name: 'Pause the slides' }).boundingBox();
  assert.ok(pause && pause.y + pause.height > title.y, `${page.url()} ${pause?.y}`);
}

test('on a phone no plate stands above a title, and the controls that are not in a field are 44 px high; chips are 40 px, with edges of 3 : 1', async (t) => {
  const page = await visitor(t, { allowConsole, ...phone, reducedMotion: 'no-preference' });
  await page.goto(`${sample.origin}/contact`);
  await assertTitleFirst(page);
  await page.goto(`${sample.origin}/application/101`, { waitUntil: 'networkidle' });
  const forget = page.getByRole('button', { name: 'Forget me on this device' });
  const folded = page.locator('#apply summary').filter({ visible: true });
  for (const control of [forget, ...(await folded.all())]) {
    const { height } = (await control.boundingBox()) ?? { height: 0 };
    assert.ok(height >= 44, `${await control.innerText()}: ${height} px`);
  }

  await assertEvenLines(page.locator('p').filter({ has: forget }));

  await page.goto(sample.origin, { waitUntil: 'networkidle' });
  await assertTitleFirst(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await assertEdges(page, 44);
  await page.getByRole('button', { name: 'Close' }).filter({ visible: true }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertEdges(page, 40);
  }
});

/** The lines of a paragraph have the distance of its line height, although one contains a button of 44 px. */
async function assertEvenLines(paragraph: Locator): Promise<void> {
  const { bottoms, lineHeight } = await paragraph.evaluate((element) => {
    const range = document.createRange();
    const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
    const found = new Set<number>();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('a')) continue;
      range.selectNode(text);
      for (const { bottom, width } of range.getClientRects())
        if (width > 0) found.add(Math.round(bottom));
    }
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    return { bottoms: [...found].sort((a, b) => a - b), lineHeight };
  });
  const lines = bottoms
    .slice(1)
    .map((bottom, index) => bottom - (bottoms[index] ?? 0))
    .filter((distance) => distance > 2);
  assert.ok(lines.length > 0, String(bottoms));
  for (const distance of lines)
    assert.ok(Math.abs(distance - lineHeight) <= 2, `${bottoms}: ${lineHeight}`);
}

/** The visible chips of the filters are at least `height` px high; their edges have the color of edges, which has 3 : 1. */
async function assertEdges(page: Page, height: number): Promise<void> {
  const chips = await page.locator('#openings nav a[data-choice*=":"]').evaluateAll((all) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--edge)';
    const edge = getComputedStyle(probe).color;
    probe.remove();
    return all
      .filter((chip) => chip.checkVisibility() && !chip.hasAttribute('aria-current'))
      .map((chip) => ({
        text: chip.textContent,
        height: chip.getBoundingClientRect().height,
        hasEdge: getComputedStyle(chip).borderTopColor === edge,
      }));
  });
  assert.ok(chips.length > 2);
  for (const chip of chips) assert.ok(chip.height >= height && chip.hasEdge, JSON.stringify(chip));
}

test('a filtered list tells the choice once beside the select, shortens nothing, and names the company of an empty list once', async (t) => {
  const page = await visitor(t, { allowConsole, ...phone, webFonts: true });
  await page.goto(`${sample.origin}/?company_id=4&city=Lagos#openings`, {
    waitUntil: 'networkidle',
  });
  const section = page.locator('#openings');
  const summary = section.locator('[data-summary]');
  assert.match(await summary.innerText(), /^\d+ of 46 openings at Harmattan Coffee Bar in Lagos$/);
  const named = (text: string) =>
    section.evaluate(
      (it, name) =>
        [...it.querySelectorAll<HTMLElement>('p, h2, h3, button, a, span')].filter(
          (one) =>
            one.checkVisibility() &&
            one.getBoundingClientRect().width > 1 &&
            !one.closest('details') &&
            [...one.childNodes].some((node) => node instanceof Text && node.data.includes(name)),
        ).length,
      text,
    );
  assert.equal(await named('Harmattan Coffee Bar'), 1);
  const buttons = section.getByRole('navigation', { name: 'Filter openings' }).getByRole('button');
  await section.getByRole('button', { name: 'Filters (2)' }).waitFor();
  for (const button of await buttons.filter({ visible: true }).all()) {
    const [room = 0, needed = 1] = await button.evaluate((it) => [it.clientWidth, it.scrollWidth]);
    assert.ok(room >= needed, await button.innerText());
    const box = await button.boundingBox();
    assert.ok(box && box.x >= 16 && box.x + box.width <= 344, await button.innerText());
  }
  const [clear, line] = await Promise.all([
    section.getByRole('link', { name: 'Clear all' }).boundingBox(),
    summary.boundingBox(),
  ]);
  assert.ok(clear && line && clear.y < line.y + 30 && clear.x >= line.x + line.width);

  await page.goto(`${sample.origin}/?company_id=1&q=sushi#openings`, { waitUntil: 'networkidle' });
  await section.getByRole('heading', { name: 'All openings of this company' }).waitFor();
  assert.equal(await named('First Light Bakery'), 0);
  assert.ok((await section.locator('details').count()) > 1);
});

test('the first opening begins on the first screen, at 360, 800 and 1440 px; the search field is a line of its own on narrow screens, the controls are 48 px high, and the error is above its own field', async (t) => {
  const page = await visitor(t, { allowConsole, webFonts: true });
  for (const [width, height] of [
    [360, 740],
    [800, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(sample.origin, { waitUntil: 'networkidle' });
    const row = await page.locator('#openings details').first().boundingBox();
    assert.ok(row && row.y < height, `at ${width} px the first row begins at ${row?.y}`);
    const story = await page.locator('#story').boundingBox();
    const list = await page.locator('#openings').boundingBox();
    assert.ok(story && list && story.y >= list.y + list.height, 'the story follows the list');
    // The pay of each row is opposite its house.
    if (width === 800) {
      const apart = await page.locator('#openings summary').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const pay = [...row.querySelectorAll('span')].find((it) =>
            /^₦[\d,]+/.test(it.textContent),
          );
          const house = pay?.parentElement?.firstElementChild;
          if (!pay || !house) return [];
          const [a, b] = [pay.getBoundingClientRect(), house.getBoundingClientRect()];
          // The house on one line, and the pay on the same.
          const fits = b.height < 30 && a.top < b.bottom && b.top < a.bottom;
          return fits ? [] : [row.textContent];
        }),
      );
      assert.deepEqual(apart, []);
    }
    // Beside a role of two lines there are no dots, instead of a few.
    const dots = await page
      .locator('#openings summary')
      .evaluateAll((rows) =>
        rows.map((it) => Number.parseFloat(getComputedStyle(it, '::before').inlineSize)),
      );
    const areLong = dots.every((length) => !(length > 0 && length < 80));
    assert.ok(areLong, String(dots));
    if (width > 360)
      assert.ok(dots.some((length) => length > 80) && dots.includes(0), String(dots));
    const controls = page.locator('main search').locator('select, input[name="q"], button');
    const boxes = await controls.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height]),
    );
    assert.equal(boxes.length, 3);
    const bottoms = boxes.map(([bottom]) => bottom);
    assert.deepEqual([bottoms[1], ...boxes.map(([, height]) => height)], [bottoms[2], 48, 48, 48]);
    assert.equal(bottoms[0] === bottoms[1], width >= 992, `at ${width} px`);

    const search = page.getByRole('search', { name: 'Openings' });
    await waitForHydration(search.getByRole('button', { name: 'Search' }));
    await search.locator('[name="q"]').fill('baker');
    const error = search.getByText('Please select company', { exact: true });
    await error.waitFor();
    const [text, select] = await Promise.all([
      error.boundingBox(),
      search.locator('select').boundingBox(),
    ]);
    assert.ok(text && select);
    assert.ok(text.x >= select.x && text.x + text.width <= select.x + select.width + 1);
    assert.ok(text.y + text.height <= select.y, `${width} px: ${JSON.stringify({ text, select })}`);
    // What is typed is visible: sixteen letters on a phone, with the button that clears the field.
    const field = search.locator('[name="q"]');
    await field.fill('grill supervisor');
    const [room = 0, needed = 1] = await field.evaluate((it) => [it.clientWidth, it.scrollWidth]);
    assert.ok(room >= needed, `${room} of ${needed} px at ${width} px`);
    // The search is beside the illustration where there is room, so that the text has no gap below it.
    const plate = await page
      .locator('main [aria-roledescription="carousel"]')
      .first()
      .boundingBox();
    // On a phone there is none after a search.
    const box = await field.boundingBox();
    const isBeside = plate && box && box.x + box.width <= plate.x && box.y < plate.y + plate.height;
    assert.equal(isBeside ?? false, width >= 768, `${width} px`);
  }
});

/** A text that a control shows is not cut. */
async function assertFits(control: Locator, text: string): Promise<void> {
  const [room, needed] = await control.evaluate((it, text) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(it);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = font;
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    return [it.clientWidth - padding, context.measureText(text).width] as const;
  }, text);
  assert.ok(text !== '' && room >= needed, `${text}: ${needed} of ${room} px`);
}

test('on a phone the example in the search field is not cut, in each language', async (t) => {
  const page = await visitor(t, { allowConsole, ...phone });
  for (const path of ['/', '/fr']) {
    await page.goto(sample.origin + path, { waitUntil: 'networkidle' });
    const field = page.locator('main search [name="q"]');
    await assertFits(field, (await field.getAttribute('placeholder')) ?? '');
  }
});

test('on a phone a row says house and city in one line and pay at 16 px; Apply Now leads to the form, whose errors have their heading in view', async (t) => {
  const page = await visitor(t, {
    allowConsole,
    ...phone,
  });
  await page.goto(sample.origin, { waitUntil: 'networkidle' });
  const panel = page.locator('#openings details').filter({ hasText: 'Kitchen Porter' }).first();
  const summary = panel.locator('summary');
  const [city, house] = await Promise.all(
    [/^Lagos$/, /Buka Ireti/].map((text) =>
      summary.locator('span', { hasText: text }).last().boundingBox(),
    ),
  );
  assert.ok(city && house && Math.abs(city.y + city.height - house.y - house.height) < 4);
  assert.match(await summary.innerText(), /New Buka Ireti\n/);
  const pay = summary.getByText(/^₦90,000/);
  assert.equal(await pay.evaluate((node) => getComputedStyle(node).fontSize), '16px');
  assert.doesNotMatch(await page.locator('#openings').innerText(), /·/);
  // What the texts say of the company is true of its openings.
  const cities = await page.locator('#filter-city-more [data-choice]').count();
  await page.getByText(`cities, and events in ${cities - 6} more`).waitFor();
  // Forms are folded, the showcase is short.
  assert.equal(await page.locator('form[action="/forms/quote"]').isVisible(), false);
  const { height, rows } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    rows: [...document.querySelectorAll('#openings details:has(h3)')].map(
      (row) => row.getBoundingClientRect().height,
    ),
  }));
  // The sample may get more openings.
  const list = rows.reduce((sum, row) => sum + row, 0);
  assert.ok(list <= rows.length * 110, `${rows.length} rows are ${list} px high`);
  assert.ok(height - list <= 7.1 * 740, `home is ${height - list} px high without its rows`);
  // The pictures scroll sideways, to the one that receives the focus.
  const picture = page.locator('#gallery ul a').last();
  assert.ok(((await picture.boundingBox())?.x ?? 0) >= 360);
  await picture.focus();
  const shown = await picture.boundingBox();
  assert.ok(shown && shown.x >= 0 && shown.x + shown.width <= 360, JSON.stringify(shown));
  const footerLinks = page.locator('footer a');
  for (const link of await footerLinks.all())
    assert.ok(((await link.boundingBox())?.height ?? 0) >= 44, await link.innerText());
  // The first entry of the select is not cut.
  const select = page.getByRole('search', { name: 'Openings' }).locator('select');
  await assertFits(select, 'Select company...');
  await summary.click();
  await panel.getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForURL(/\/application\/\d+#apply$/);
  await page.getByText('This job does not need: NYSC certificate').waitFor();
  const form = await page.getByRole('heading', { name: 'Apply for this job' }).boundingBox();
  assert.ok(form && form.y > 0 && form.y < 370, `the form begins at ${form?.y}`);

  await waitForHydration(submitButton(page));
  await page.locator('main input[name="age"]').fill('15.5');
  await page.locator('main input[name="years_of_experience"]').fill('15.5');
  await submitButton(page).click();
  const heading = page.getByRole('heading', { name: 'There is a problem' });
  await heading.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  const box = await heading.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 740, `the heading is at ${box?.y}`);
  // The edge of one that fills the screen too, and its focus ring, 6 px outside.
  await page.setViewportSize({ width: 360, height: 560 });
  await submitButton(page).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  const edge = await page.locator('[role="alert"]', { has: heading }).boundingBox();
  assert.ok(edge && edge.y >= 6, `the summary begins at ${edge?.y}`);
  for (const label of ['Age', 'Years of experience'])
    await page.getByRole('link', { name: `${label}: Please enter only digits.` }).waitFor();
});

test('with text at 200 % on a phone no page is wider than the screen, and no word of a title is broken', async (t) => {
  // As zoom does it: half as many CSS pixels.
  const page = await visitor(t, { allowConsole, viewport: { width: 180, height: 370 } });
  for (const path of ['/', '/application/101', '/contact']) {
    await page.goto(`${sample.origin}${path}`);
    const title = page.getByRole('heading', { level: 1 });
    const { width, widest, available } = await title.evaluate((heading) => {
      const word = document.createElement('span');
      word.style.whiteSpace = 'nowrap';
      heading.append(word);
      const widths = (heading.textContent ?? '').split(/\s+/).map((text) => {
        word.textContent = text;
        return word.getBoundingClientRect().width;
      });
      word.remove();
      const available = heading.getBoundingClientRect().width;
      return {
        width: document.documentElement.scrollWidth,
        widest: Math.max(...widths),
        available,
      };
    });
    assert.equal(width, 180, path);
    assert.ok(widest <= available, `${path}: a word of ${widest} px in ${available} px`);
  }
});

test('with a default font size of 32 px no page is wider than the window at 360 and 800 px, nor with a style of the visitor that doubles the text, in English and French', async (t) => {
  const page = await visitor(t, { allowConsole, viewport: { width: 360, height: 740 } });
  const session = await page.context().newCDPSession(page);
  const setDefault = (standard: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard } });
  /** Returns the parts that end outside the window. */
  const beyondEdge = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((parts) =>
        parts
          .filter(
            (part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth,
          )
          .map((part) => part.textContent),
      );
  for (const path of [
    '/',
    '/fr?q=chef&city=Lagos',
    '/application/101',
    '/fr/contact',
    '/feedback',
  ]) {
    await setDefault(32);
    await page.goto(`${sample.origin}${path}`);
    for (const width of [360, 800]) {
      await page.setViewportSize({ width, height: 740 });
      const sizes = await page.evaluate(() => ({
        rem: getComputedStyle(document.documentElement).fontSize,
        scrollWidth: document.documentElement.scrollWidth,
      }));
      assert.deepEqual(sizes, { rem: '32px', scrollWidth: width }, path);
      const widthOf = (name: string) =>
        page.locator(`main search [name="${name}"]`).evaluate((it) => it.clientWidth);
      if (path === '/' && width === 360)
        assert.equal(await widthOf('company_id'), await widthOf('q'), 'the company can be read');
      const parts = '[data-site-header] :is(a, button), address, a[href^="tel:"]';
      assert.deepEqual(await beyondEdge(parts), [], `${path}, ${width} px`);
    }
    await setDefault(16);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // The gallery can be scrolled sideways.
    assert.deepEqual(await beyondEdge('a:not([data-lightbox])'), [], `${path}, doubled`);
  }
});

test('a phone number that does not start with 0 has the sentence of section 5 and a hint; while an application is sent, its message is on an opaque card', async (t) => {
  const page = await visitor(t, { allowConsole, ...phone, editor: false });
  await page.goto(`${sample.origin}/application/101`, { waitUntil: 'networkidle' });
  await fillApplication(
    page,
    newApplicant({
      answers: { 1001: '1,200', 1002: 'The yeast.' },
      fields: { phone: '18031234567' },
    }),
  );
  await submitButton(page).click();
  await page.getByRole('link', { name: 'Phone number: Please fix this field.' }).waitFor();
  const field = page.locator('main input[name="phone"]');
  const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
  const isHinted = texts.some((text) => text.includes('Eleven digits, like 08031234567.'));
  assert.ok(isHinted, String(texts));

  const held = Promise.withResolvers<void>();
  await page.route(page.url(), async (route) => {
    await held.promise;
    await route.continue();
  });
  await field.fill('08031234567');
  await submitButton(page).click();
  const message = page.getByRole('dialog').getByText('Sending your application…');
  await message.waitFor();
  const card = await message.evaluate(
    (it) => getComputedStyle(it.parentElement ?? it).backgroundColor,
  );
  assert.match(card, /^(rgb\(|oklch\([^/]*\)$|color\([^/]*\)$)/, 'not transparent');
  held.resolve();
  await page.getByText('Form submitted. Please upload documents.').waitFor();
});

test('on a wide screen Apply Now stays in view below the facts, and job, pay, closing date and step beside the form; the thank-you page thanks nobody who has sent nothing', async (t) => {
  const page = await visitor(t, { allowConsole, viewport: { width: 992, height: 800 } });
  await page.goto(`${sample.origin}/application/101`, { waitUntil: 'networkidle' });
  const apply = page.locator('main').getByRole('link', { name: 'Apply Now', exact: true }).first();
  assert.equal(await page.locator('main [aria-roledescription="carousel"]').count(), 0);
  // One picture, the facts and the button are the right third, which stays in view beside the text.
  for (const width of [1440, 992]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const facts = page.locator('main dl').first();
    const [title, picture, fact, text] = await Promise.all([
      page.locator('h1').boundingBox(),
      page.locator('main article img').boundingBox(),
      facts.boundingBox(),
      page.getByRole('heading', { name: 'About the job' }).boundingBox(),
    ]);
    assert.ok(title && picture && fact && text);
    for (const { x } of [picture, fact]) assert.ok(x >= title.x + title.width, `${x}`);
    assert.ok(fact.x > width * 0.6 && text.y < 720, `the text begins at ${text.y}`);
    const pay = facts.locator('dd', { hasText: '₦320,000 to ₦420,000 a month' });
    assert.ok(((await pay.boundingBox())?.height ?? 99) < 30, `one line at ${width} px`);
    for (const part of ['Full time', 'Lagos', /^\d{1,2} [A-Z][a-z]+ \d{4}$/])
      await facts.getByText(part).waitFor();
    await page
      .locator('main article .prose > :last-child')
      .evaluate((it) => it.scrollIntoView({ block: 'end' }));
    for (const part of [pay, apply]) {
      const box = await part.boundingBox();
      assert.ok(box && box.y > 60 && box.y + box.height < 800, `${width} px: ${box?.y}`);
    }
  }
  await apply.click();
  const side = page.locator('#apply');
  for (const text of ['Head Baker, Agege Bread', 'Step 1 of 2: the form'])
    assert.equal(await side.getByText(text, { exact: true }).isVisible(), true, text);
  assert.equal(await side.getByText('Step 2 of 2: your documents').isVisible(), false);
  assert.match(await side.innerText(), /₦320,000 to ₦420,000 a month\s+Closing date: \d/);

  // In a browser that has sent nothing, with the address of the last upload too.
  const none = page.getByRole('heading', { name: 'This browser has no application to show.' });
  for (const path of ['/feedback', '/feedback?joblistingid=101']) {
    await page.goto(sample.origin + path);
    await none.waitFor();
    // A plate of the trial shift is for those who have applied.
    assert.equal(await page.locator('main').getByRole('img').count(), 0);
    assert.equal(await page.getByText(siteConfig.feedback.title).count(), 0);
    assert.equal(await page.getByRole('link', { name: siteConfig.feedback.home }).count(), 1);
  }
});

test('where a job does not need a document, its row says so without a touch; all buttons that choose a file read alike', async (t) => {
  const person = new NoScriptBrowser(sample.origin);
  await applyWithoutScript(person, '115', newApplicant());
  const page = await visitor(t, { allowConsole, ...phone });
  await person.giveCookiesTo(page);
  await page.goto(`${sample.origin}/application/115`, { waitUntil: 'networkidle' });
  const { nysc, cv } = siteConfig.documents;
  await documentRow(page, 'nysc')
    .getByText(nysc?.notNeeded?.help ?? '?')
    .waitFor();
  assert.equal(
    await documentRow(page, 'cv')
      .getByText(cv?.help ?? '?')
      .isVisible(),
    false,
  );

  const row = documentRow(page, 'waec');
  await row.getByText('Choose file', { exact: true }).waitFor();
  await documentField(page, 'waec').setInputFiles(sixDocuments.waec);
  await row.getByText('Change file', { exact: true }).waitFor();
  assert.equal(await row.getByText('Choose file', { exact: true }).count(), 0);
  // The texts of the browser, which may be in another language, are not shown.
  const button = await documentField(page, 'other').evaluate(
    (it) => getComputedStyle(it, '::file-selector-button').visibility,
  );
  assert.equal(button, 'hidden');

  // The summary of what is missing is as wide as the form.
  await page.setViewportSize({ width: 800, height: 1000 });
  await page.getByRole('button', { name: 'Upload documents' }).click();
  const summary = page.locator('[data-tone="info"]', { hasText: 'have arrived' });
  const [box, form] = await Promise.all([
    summary.boundingBox(),
    documentRow(page, 'cv').boundingBox(),
  ]);
  assert.equal(box?.width, form?.width);
});

test('on the page of an opening that is gone the list keeps its distance from the text at 1440 px', async (t) => {
  const page = await visitor(t, { allowConsole, viewport: { width: 1440, height: 900 } });
  await page.goto(`${sample.origin}/application/none-such`, { waitUntil: 'networkidle' });
  const [text, heading] = await Promise.all([
    page.locator('main p', { hasText: 'its address was mistyped' }).boundingBox(),
    page.locator('main h2').boundingBox(),
  ]);
  assert.ok(text && heading && heading.y - text.y - text.height >= 48, `${text?.y}, ${heading?.y}`);
});
