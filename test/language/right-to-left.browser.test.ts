import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '#src/texts/en.ts';
import {
  applicationForm,
  documentField,
  fillApplication,
  newApplicant,
} from '../support/applicant.ts';
import { violations } from '../support/axe.ts';
import { loadImages, visitor } from '../support/browser.ts';
import { documentRow } from '../support/documents-page.ts';
import { draw, files } from '../support/photographs.ts';
import { pseudoText } from '../support/pseudo-language.ts';
import { pseudoSite } from '../support/pseudo-site.ts';
import { replies } from '../support/scripted-host.ts';

loadImages();

/** 'eo' and 'ar' have the same texts; 'ar' is from right to left. */
const at = pseudoSite();

const phone = {
  viewport: { width: 360, height: 740 },
  allowConsole: ['Failed to load resource'],
} as const;

async function open(t: TestContext, address: string, width: number): Promise<Page> {
  const viewport = { width, height: 800 };
  const page = await visitor(t, { viewport, allowConsole: ['Failed to load resource'] });
  await page.goto(`${at.origin}/${address}`, { waitUntil: 'networkidle' });
  return page;
}

interface Box {
  readonly name: string;
  readonly start: number;
  readonly top: number;
  readonly width: number;
}

/** Each visible element that is not inside a line of text, with its distance from the side where lines begin. */
const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    // An opening popover moves, and one that never ends cannot be finished.
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    const { dir, clientWidth } = document.documentElement;
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isInline(one))
      .filter((one) => !one.closest('svg *, [role=application] *, p *, label *, summary *, a *'))
      .map((one) => {
        const { left, right, top, width } = one.getBoundingClientRect();
        const name = `${one.tagName} ${one.id || one.className} ${one.textContent?.slice(0, 30)}`;
        return { name, start: dir === 'rtl' ? clientWidth - right : left, top, width };
      });
  });

/** Compares every box of the two pages. */
async function assertMirrored(leftToRight: Page, rightToLeft: Page): Promise<void> {
  const [expected, actual] = await Promise.all([boxesOf(leftToRight), boxesOf(rightToLeft)]);
  assert.ok(expected.length > 50);
  assert.equal(actual.length, expected.length);
  const differs = (box: Box, other: Box | undefined) =>
    (['start', 'top', 'width'] as const).some(
      (side) => Math.abs(box[side] - (other?.[side] ?? Number.NaN)) > 1.5,
    );
  const wrong = actual.flatMap((box, index) =>
    differs(box, expected[index]) ? [{ box, expected: expected[index] }] : [],
  );
  assert.deepEqual(wrong, []);
}

for (const width of [360, 1280])
  for (const path of ['', '/application/11', '/contact', '/application/none', '/feedback'])
    test(`'${path}' of ${width} px is mirrored`, async (t) => {
      await assertMirrored(await open(t, `eo${path}`, width), await open(t, `ar${path}`, width));
    });

test('dropdowns, submenus and sheets are mirrored', async (t) => {
  for (const [width, ...openers] of [
    [1280, '[popovertarget=header-search]'],
    [1280, '[popovertarget=skin-panel]'],
    [1280, '[popovertarget=submenu-1]', '#submenu-1 [popovertarget]'],
    [360, '[popovertarget=main-menu]'],
    [360, '[popovertarget=filters]:not([popovertargetaction])'],
  ] as const) {
    const pages = [await open(t, 'eo', width), await open(t, 'ar', width)] as const;
    for (const page of pages)
      for (const opener of openers) {
        await page.locator(opener).first().click();
        await page.locator(':popover-open').last().waitFor();
      }
    await assertMirrored(...pages);
    assert.deepEqual(await violations(pages[1]), []);
  }
});

test('axe finds nothing in the states of the form, and the frame of a photograph moves with its slider', async (t) => {
  const person = newApplicant({ letter: 'Bread.', answers: { 101: 'Yes' } });
  const page = await visitor(t, { ...phone, editor: false });
  const found: string[] = [];
  const look = async (state: string) =>
    found.push(...(await violations(page)).map((one) => `${state}: ${one}`));
  await page.goto(`${at.origin}/ar/application/11`);
  const submit = applicationForm(page).locator('button[type=submit]').last();
  await submit.click();
  await page.locator('main').getByRole('alert').first().waitFor();
  await look('errors');
  await fillApplication(page, person);
  await page.locator('main form [data-provider] input').check();
  at.host.next('applyjobposting', replies.http(500));
  await submit.click();
  await page.locator('dialog[open]').waitFor();
  await look('dialog');

  await page.locator('dialog[open] button').last().click();
  await page.locator('main form [data-provider] input').check();
  await submit.click();
  await documentField(page, 'cv').waitFor({ state: 'attached' });
  const row = documentRow(page, 'passport');
  const picture = Buffer.from(await page.evaluate(draw, { width: 800, height: 600 }), 'base64');
  const [file = ''] = await files(t, { 'a.jpg': picture });
  const chooser = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: pseudoText(en.photographs.usePicture) }).click();
  await (await chooser).setFiles(file);
  await row.getByText(pseudoText(en.photographs.framed)).waitFor();
  await look('documents, with a photograph');
  const [size, x] = await row.getByRole('slider').all();
  const box = async () => {
    const image = await row.locator('fieldset img').boundingBox();
    const frame = await row.locator('fieldset img + div').boundingBox();
    assert.ok(image && frame);
    return { left: frame.x - image.x, right: image.x + image.width - frame.x - frame.width };
  };
  await size?.press('Home');
  await x?.press('Home');
  const first = await box();
  assert.ok(first.left < 2 && first.right > 20, JSON.stringify(first));
  await x?.press('ArrowRight');
  assert.ok((await box()).left > first.left);
  await x?.press('End');
  assert.ok((await box()).right < 2);
  assert.deepEqual(found, []);
});

test('the pin is on the place that the map shows', async (t) => {
  const page = await open(t, 'ar', 1280);
  const map = page.locator('[role=application]');
  await page.locator('figure:has(figcaption [href*=openstreetmap])').scrollIntoViewIfNeeded();
  await map.locator('.ol-overlay-container').waitFor();
  const [box, pin] = [
    await map.boundingBox(),
    await map.locator('.ol-overlay-container').boundingBox(),
  ];
  assert.ok(box && pin);
  assert.ok(Math.abs(box.x + box.width / 2 - (pin.x + pin.width / 2)) < 2);
  assert.ok(Math.abs(box.y + box.height / 2 - (pin.y + pin.height)) < 2);
});

test('in the lightbox the left arrow, the left button and a swipe to the right lead on', async (t) => {
  const page = await open(t, 'ar', 1280);
  await page.locator('#gallery a[data-lightbox]').first().click();
  const current = page.locator('.sl-wrapper .sl-current');
  const shows = (number: string) => current.getByText(number, { exact: true }).waitFor();
  const settled = () => page.locator('.sl-wrapper .sl-image img').waitFor();
  await shows('1');
  await settled();
  await page.keyboard.press('ArrowLeft');
  await shows('2');
  await settled();
  await page.keyboard.press('ArrowRight');
  await shows('1');
  await settled();
  const next = page.locator('.sl-wrapper .sl-next');
  const previous = page.locator('.sl-wrapper .sl-prev');
  assert.ok(((await next.boundingBox())?.x ?? 0) < ((await previous.boundingBox())?.x ?? 0));
  await next.click();
  await shows('2');
  await settled();
  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.mouse.move(900, 400, { steps: 5 });
  await page.mouse.up();
  await shows('3');
});

test('in a carousel the left arrow key and the next button lead on, to the left', async (t) => {
  const page = await open(t, 'ar', 1280);
  const carousel = page.locator('section:has([data-kind])').first();
  await carousel.scrollIntoViewIfNeeded();
  await carousel.locator('.flickity-viewport').waitFor();
  const selected = () =>
    carousel
      .locator('.is-selected')
      .first()
      .evaluate((cell) => cell.textContent);
  const first = await selected();
  const [previous, next] = await carousel.locator('[data-print=no] button').all();
  assert.ok(previous && next);
  assert.ok(((await next.boundingBox())?.x ?? 0) < ((await previous.boundingBox())?.x ?? 0));
  await next.focus();
  await page.keyboard.press('ArrowLeft');
  const second = await selected();
  assert.notEqual(second, first);
  await page.keyboard.press('ArrowRight');
  assert.equal(await selected(), first);
  await next.click();
  assert.equal(await selected(), second);
});
