import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

const wide = { viewport: { width: 1200, height: 800 } };
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true };

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string) => nav(page).getByRole('link', { name, exact: true });
const button = (page: Page, name: string) => nav(page).getByRole('button', { name, exact: true });
/** Returns an item of the sheet with a submenu. */
const item = (page: Page, name: string) => nav(page).locator('summary:visible', { hasText: name });
const visible = { state: 'visible' } as const;
const hidden = { state: 'hidden' } as const;

/** Opens a page, hydrated if it has scripts. */
const open = (page: Page) => page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });

/** Returns the first row of the window in which the start of the text is painted. */
const paintedTop = async (page: Page, text: Locator): Promise<number> => {
  const { x, y, height } = (await text.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const clip = { x: Math.floor(x), y: Math.floor(y), width: 16, height: Math.ceil(height) };
  const png = (await page.screenshot({ clip })).toString('base64');
  const row = await page.evaluate(async (png) => {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const picture = await createImageBitmap(blob);
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data = [], width = 1 } =
      context?.getImageData(0, 0, picture.width, picture.height) ?? {};
    const first = data.findIndex((value, index) => index % 4 === 1 && value < 120);
    return Math.floor(first / 4 / width);
  }, png);
  assert.ok(row >= 0, 'nothing is painted');
  return clip.y + row;
};

test('the entries with and without a submenu are painted at the same height', async (t) => {
  const page = await visitor(t, { ...wide, bypassCSP: true, colorScheme: 'light', webFonts: true });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = await paintedTop(page, button(page, 'ABOUT'));
  for (const name of ['HOME', 'CONTACT'])
    assert.equal(await paintedTop(page, link(page, name)), about, name);
});

for (const javaScriptEnabled of [true, false]) {
  const state = javaScriptEnabled ? 'with scripts' : 'without JavaScript';

  test(`${state} a submenu toggles on a press and closes on a click elsewhere and on Escape`, async (t) => {
    const page = await visitor(t, { ...wide, javaScriptEnabled });
    await open(page);
    const about = button(page, 'ABOUT');
    const houses = link(page, 'Our houses');
    // By keyboard, because the mouse would open it by pointing.
    await about.press('Enter');
    await houses.waitFor(visible);
    await about.press('Enter');
    await houses.waitFor(hidden);
    await about.press('Enter');
    await page.getByRole('heading', { level: 1 }).click();
    await houses.waitFor(hidden);
    await about.press('Enter');
    const talk = button(page, 'Talk to us');
    await talk.press('Enter');
    await link(page, 'Find us').waitFor(visible);
    await page.keyboard.press('Escape');
    await link(page, 'Find us').waitFor(hidden);
    assert.ok(await talk.isVisible(), 'the outer submenu stays open');
    await page.keyboard.press('Escape');
    await talk.waitFor(hidden);
  });

  test(`${state}, below 768 px, the menu is a sheet behind its button, and touch toggles its submenus`, async (t) => {
    const page = await visitor(t, { ...narrow, javaScriptEnabled });
    await open(page);
    assert.equal(await link(page, 'CONTACT').isVisible(), false);
    await button(page, 'Menu').tap();
    await link(page, 'CONTACT').waitFor(visible);
    await item(page, 'ABOUT').tap();
    await item(page, 'Talk to us').tap();
    await link(page, 'Ask for a quote').waitFor(visible);
    await item(page, 'Talk to us').tap();
    await link(page, 'Ask for a quote').waitFor(hidden);
    assert.ok(await item(page, 'Talk to us').isVisible(), 'the outer submenu stays open');
    await item(page, 'ABOUT').tap();
    await item(page, 'Talk to us').waitFor(hidden);
    await button(page, 'Close the menu').tap();
    await link(page, 'CONTACT').waitFor(hidden);
    await button(page, 'Menu').tap();
    await page.keyboard.press('Escape');
    await link(page, 'CONTACT').waitFor(hidden);
  });
}

test('a submenu opens and closes with the mouse, a click keeps it open, and a second click closes it', async (t) => {
  const page = await visitor(t, wide);
  await open(page);
  const about = button(page, 'ABOUT');
  const houses = link(page, 'Our houses');
  await about.hover();
  await houses.waitFor(visible);
  await page.mouse.move(5, 600);
  await houses.waitFor(hidden);
  await about.click();
  await page.mouse.move(5, 600);
  assert.ok(await houses.isVisible());
  await about.click();
  await houses.waitFor(hidden);
});

test('an inner submenu that the mouse opened stays open on the first click, also after the outer one was pressed', async (t) => {
  const page = await visitor(t, wide);
  await open(page);
  const talk = button(page, 'Talk to us');
  const findUs = link(page, 'Find us');
  for (const open of ['hover', 'click'] as const) {
    await button(page, 'ABOUT')[open]();
    await talk.hover();
    await findUs.waitFor(visible);
    await talk.click();
    assert.ok(await findUs.isVisible(), `after ${open}, a click`);
    await page.mouse.move(5, 600);
    assert.ok(await findUs.isVisible(), `after ${open}, a click and leaving`);
    await talk.click();
    await findUs.waitFor(hidden);
    await page.keyboard.press('Escape');
    await talk.waitFor(hidden);
    await page.mouse.move(5, 600);
  }
});

test('pointing at a menu item does not close what is open elsewhere', async (t) => {
  const page = await visitor(t, wide);
  await open(page);
  await page.getByRole('button', { name: 'Search openings' }).click();
  const search = page.getByRole('search', { name: 'Quick search' });
  await search.waitFor(visible);
  await button(page, 'ABOUT').hover();
  await link(page, 'HOME').hover();
  assert.ok(await search.isVisible());
  assert.equal(await link(page, 'Our houses').isVisible(), false);
});

test('without JavaScript the header search has no empty company list, and the home page asks for the company', async (t) => {
  const page = await visitor(t, { ...wide, javaScriptEnabled: false });
  await page.goto(`${site.origin}/contact`);
  await page.getByRole('button', { name: 'Search openings' }).click();
  const search = page.getByRole('search', { name: 'Quick search' });
  const role = search.getByLabel('Role or skill');
  await role.waitFor(visible);
  assert.equal(await search.getByLabel('Company').isVisible(), false);
  await role.fill('chef');
  await role.press('Enter');
  await page.getByText('Please select a company to search.').waitFor();
  await page.locator('[data-choice^="company_id:"]').first().click();
  await page.waitForURL(/company_id=\d+/);
  assert.match(page.url(), /q=chef/);
});

test('Escape closes the inner submenu first and returns focus to its button', async (t) => {
  const page = await visitor(t, wide);
  await open(page);
  const about = button(page, 'ABOUT');
  const talk = button(page, 'Talk to us');
  await about.press('Enter');
  await talk.press('Enter');
  await link(page, 'Find us').focus();
  for (const [closed, opener] of [
    [link(page, 'Find us'), talk],
    [talk, about],
  ] as const) {
    await page.keyboard.press('Escape');
    await closed.waitFor(hidden);
    assert.ok(await opener.evaluate((element) => element === document.activeElement));
  }
});

test('a submenu closes when the focus leaves it, and when a link in it is followed', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  const kitchens = link(page, 'From our kitchens');
  await button(page, 'ABOUT').press('Enter');
  await link(page, 'CONTACT').focus();
  await kitchens.waitFor(hidden);
  await button(page, 'ABOUT').press('Enter');
  await kitchens.press('Enter');
  await page.waitForURL('**/#gallery');
  await kitchens.waitFor(hidden);
});

for (const width of [768, 1200])
  test(`at ${width} px both submenus are at their items, inside the viewport`, async (t) => {
    const page = await visitor(t, { viewport: { width, height: 740 } });
    await open(page);
    const box = async (name: string) =>
      (await nav(page).locator('[popover]:popover-open', { hasText: name }).last().boundingBox()) ??
      assert.fail();
    const about = button(page, 'ABOUT');
    await about.hover();
    const item = (await about.boundingBox()) ?? assert.fail();
    const submenu = await box('Our houses');
    assert.ok(Math.abs(submenu.y - item.y - item.height) < 8, JSON.stringify({ item, submenu }));
    assert.ok(submenu.x <= item.x && submenu.x > item.x - 40);
    await button(page, 'Talk to us').hover();
    const inner = await box('Find us');
    const beside = Math.min(
      Math.abs(inner.x - submenu.x - submenu.width),
      Math.abs(submenu.x - inner.x - inner.width),
    );
    assert.ok(beside < 8, JSON.stringify({ submenu, inner }));
    for (const { x, width: inline } of [submenu, inner]) assert.ok(x >= 0 && x + inline <= width);
  });

test('at 360 px the icons stand beside a long name', async (t) => {
  const page = await visitor(t, narrow);
  await page.goto(`${site.origin}/feedback`);
  const brand = page.locator('header a[href="/"]').first();
  await brand.evaluate((element) => {
    element.textContent = 'Jua Bakehouse of Nairobi';
  });
  const name = await brand.boundingBox();
  for (const icon of await page.locator('header button:visible').all()) {
    const box = await icon.boundingBox();
    assert.ok(name && box && box.y < name.y + name.height && box.x + box.width <= 360);
    assert.ok(box.x >= name.x + name.width, 'not on the name');
  }
});

for (const width of [768, 1024])
  test(`on a device with an application the menu has one row at ${width} px`, async (t) => {
    const page = await visitor(t, { viewport: { width, height: 800 } });
    await page.addInitScript(() => localStorage.setItem('application-company:1', '{}'));
    await page.goto(`${site.origin}/feedback`);
    await link(page, 'My applications').waitFor(visible);
    const tops = await nav(page)
      .locator('a:visible, button:visible')
      .evaluateAll((entries) => entries.map((one) => Math.round(one.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 1, `${tops}`);
  });

/** Changes the default font size as a visitor can in the browser's settings. */
async function setDefaultFontSize(page: Page, px: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

for (const size of [16, 24])
  test(`with a default font size of ${size} px the menu is in the header, in hover mode, from 768 px, below it a sheet whose submenus do not open on hover`, async (t) => {
    const page = await visitor(t, { viewport: { width: 768, height: 740 } });
    await setDefaultFontSize(page, size);
    await open(page);
    const rem = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    assert.equal(rem, `${size}px`);
    assert.ok(await link(page, 'CONTACT').isVisible());
    assert.equal(await button(page, 'Menu').isVisible(), false);
    await button(page, 'ABOUT').hover();
    await link(page, 'Our houses').waitFor(visible);

    await page.setViewportSize({ width: 767, height: 740 });
    await page.reload({ waitUntil: 'networkidle' });
    assert.equal(await button(page, 'ABOUT').isVisible(), false);
    await button(page, 'Menu').click();
    await item(page, 'ABOUT').hover();
    // The events of the first entry have been handled when the second is hovered.
    await link(page, 'CONTACT').hover();
    await item(page, 'ABOUT').hover();
    assert.equal(await link(page, 'Our houses').isVisible(), false);
    await item(page, 'ABOUT').click();
    await link(page, 'Our houses').waitFor(visible);
  });

test('the menu marks the current page', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/contact`, { waitUntil: 'networkidle' });
  const current = nav(page).locator('[aria-current="page"]:visible');
  assert.deepEqual(await current.allTextContents(), ['CONTACT']);
});
