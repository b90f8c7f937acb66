import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ComponentSite, openComponent } from '#test/components/support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('states.fixture.tsx', import.meta.url));
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a message receives the focus, contains it, and restores it when closed with OK or Escape', async (t) => {
  const { page } = await site.visit(t);
  for (const close of [() => button(page, 'OK').click(), () => page.keyboard.press('Escape')])
    for (const round of [1, 2]) {
      await button(page, 'Ask').click();
      const dialog = page.getByRole('dialog', { name: 'An error occured' });
      await dialog.waitFor();
      assert.equal(await focused(page), 'OK', `round ${round}`);
      await page.keyboard.press('Tab');
      // After the last control the focus moves to the browser's own controls, never to the page behind the
      // dialog.
      assert.ok(['OK', undefined].includes(await focusInPage(page)), 'focus left the dialog');
      await button(page, 'OK').focus();
      await close();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await focused(page), 'Ask', `round ${round}`);
    }
});

/** Returns the text of the focused control; undefined if no element of the page has the focus. */
const focusInPage = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: it, body } = document;
    return it === body ? undefined : (it?.textContent ?? undefined);
  });

test('in forced colors one side of the spinner differs, so that its turning is seen', async (t) => {
  const { page } = await site.visit(t, { forcedColors: 'active' });
  await button(page, 'Work').click();
  const [top, side] = await page.locator('dialog[open] [aria-hidden]').evaluate((spinner) => {
    const { borderBlockStartColor, borderInlineStartColor } = getComputedStyle(spinner);
    return [borderBlockStartColor, borderInlineStartColor];
  });
  assert.notEqual(top, side);
});

test('Escape does not close the overlay; it remains until the work ends', async (t) => {
  const { page } = await site.visit(t);
  await button(page, 'Work').click();
  const overlay = page.getByRole('dialog', { name: 'Sending…' });
  await overlay.getByRole('status').waitFor();
  assert.equal(await overlay.getByRole('status').textContent(), 'Sending…');
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  assert.ok(await overlay.evaluate((dialog) => dialog.matches(':modal')));
  assert.equal(await overlay.getAttribute('aria-busy'), 'true');
  await page.locator('#end-of-work').evaluate((end: HTMLElement) => end.click());
  await overlay.waitFor({ state: 'hidden' });
  assert.equal(await focused(page), 'Work');
});

test('after each refused form the select keeps its value and the summary receives the focus', async (t) => {
  const { page } = await site.visit(t);
  for (const education of ['HND', 'BA', 'BA']) {
    await page.getByLabel('Education').selectOption(education);
    await button(page, 'Submit').focus();
    await button(page, 'Submit').press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
    assert.equal(await page.getByLabel('Education').inputValue(), education);
    await page.getByRole('alert').getByRole('link').click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'age');
  }
});
