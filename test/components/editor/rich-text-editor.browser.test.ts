import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { letterArea, waitForHydration, writeLetter } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();

/** Opens the application page and delays the editor's script until `release` is called. */
async function openWithoutEditor(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/editor-field-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${at.origin}/application/11`);
  await waitForHydration(letterArea(page));
  return resolve;
}

/** Returns the letter as people read it, without the zero-width characters of Jodit. */
const letterText = async (page: Page) =>
  (await letterArea(page).innerText()).replaceAll('\ufeff', '').replaceAll('\u00a0', ' ').trimEnd();

const editorStarted = (page: Page) => page.locator('[data-editor="rich"]').waitFor();

/** Returns the letter and its format as the form sends them. */
const formValues = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name="cover_letter"]');
    const data = new FormData(field?.form ?? undefined);
    return [data.get('cover_letter'), data.get('cover_letter_format')];
  });

test('the editor starts with the text, the caret and the focus of the text area', async (t) => {
  const page = await visitor(t);
  const release = await openWithoutEditor(page);
  await letterArea(page).click();
  await page.keyboard.type('Dear bakers,\n\nI <3 bread.');
  for (let presses = 0; presses < 'bread.'.length; presses += 1)
    await page.keyboard.press('ArrowLeft');
  await page.evaluate(() =>
    document.addEventListener('focusout', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) document.body.dataset.left = target.name;
    }),
  );
  release();
  await editorStarted(page);
  await page.keyboard.type('warm ');
  assert.equal(await letterText(page), 'Dear bakers,\n\nI <3 warm bread.');
  assert.deepEqual(await formValues(page), [
    '<p>Dear bakers,</p><p>I &lt;3 warm bread.</p>',
    'html',
  ]);
  assert.equal(await page.evaluate(() => document.body.dataset.left), undefined);
  assert.equal(await page.locator('[data-editor] textarea').count(), 1);
});

test('no key press is lost while the editor starts', async (t) => {
  const page = await visitor(t);
  const release = await openWithoutEditor(page);
  await letterArea(page).click();
  const text = 'Your ovens start at four and so do I. '.repeat(2);
  const typed = page.keyboard.type(text);
  release();
  await typed;
  await editorStarted(page);
  await page.keyboard.type('Yours');
  assert.equal(await letterText(page), `${text}Yours`);
});

test('a space and a line break typed last are still there when the editor starts', async (t) => {
  for (const [typed, html] of [
    ['Dear ', '<p>Dear bakers</p>'],
    ['Dear\n', '<p>Dear<br>bakers</p>'],
    ['Dear\n\n', '<p>Dear</p><p>bakers</p>'],
  ] as const) {
    const page = await visitor(t);
    const release = await openWithoutEditor(page);
    await letterArea(page).click();
    await page.keyboard.type(typed);
    release();
    await editorStarted(page);
    await page.keyboard.type('bakers');
    assert.deepEqual(await formValues(page), [html, 'html']);
  }
});

test('what was typed in the last moment before the page was left is in the letter after Back', async (t) => {
  const page = await visitor(t);
  await page.clock.install();
  await page.goto(`${at.origin}/application/11`);
  await writeLetter(page, 'Dear bakers');
  // No timer of the editor runs.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    for (const text of [', bread', ' and', ' cakes'])
      document.execCommand('insertText', false, text);
    window.location.assign('/contact');
  });
  await page.waitForURL('**/contact');
  await page.clock.resume();
  await page.goBack();
  await page.locator('[data-editor]').scrollIntoViewIfNeeded();
  await editorStarted(page);
  assert.equal(await letterText(page), 'Dear bakers, bread and cakes');
});

test('a text that is too long for the editor stays in the text area until it is shorter', async (t) => {
  const page = await visitor(t);
  await page.clock.install();
  const release = await openWithoutEditor(page);
  const long = 'Dear bakers, '.repeat(10_000);
  await letterArea(page).fill(long);
  const loaded = page.waitForResponse(/editor-field/);
  release();
  await page.locator('[data-editor]').scrollIntoViewIfNeeded();
  await (await loaded).finished();
  await page.clock.runFor(2000);
  assert.deepEqual(await formValues(page), [long, 'text']);
  await letterArea(page).fill('Dear bakers');
  await page.clock.runFor(2000);
  await editorStarted(page);
  assert.equal(await letterText(page), 'Dear bakers');
});

test('the editor does not take the focus from another field', async (t) => {
  const page = await visitor(t);
  const release = await openWithoutEditor(page);
  await page.locator('[name="firstname"]').focus();
  release();
  await page.locator('[data-editor]').hover();
  await editorStarted(page);
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
  assert.equal(focused, 'firstname');
  await page.getByText('Cover letter', { exact: true }).click();
  await page.keyboard.type('Hello');
  assert.equal(await letterText(page), 'Hello');
});

test('at 360 px the writing area has the configured height, the page does not move, and targets are 44 px', async (t) => {
  const page = await visitor(t, { viewport: { width: 360, height: 800 } });
  const release = await openWithoutEditor(page);
  const box = page.locator('[data-editor]');
  const before = await box.boundingBox();
  release();
  await box.scrollIntoViewIfNeeded();
  await editorStarted(page);
  const after = await box.boundingBox();
  assert.equal((await letterArea(page).boundingBox())?.height, siteConfig.coverLetterHeight);
  assert.equal(after?.height, before?.height);
  // The corners are round: toolbar and writing area do not reach into the tip of one.
  const tips = await page.locator('.jodit-container').evaluate((editor) => {
    const { left, right, top, bottom } = editor.getBoundingClientRect();
    // Inside of the border; edges are drawn on whole pixels.
    const points = [Math.round(left) + 1.25, Math.round(right) - 1.25].flatMap((x) =>
      [Math.round(top) + 1.25, Math.round(bottom) - 1.25].map((y) => [x, y] as const),
    );
    return points.filter(([x, y]) =>
      document.elementFromPoint(x, y)?.matches('.jodit-container *'),
    );
  });
  assert.deepEqual(tips, []);
  const icon = await page.locator('.jodit-toolbar__box .jodit-icon').first().boundingBox();
  assert.ok(icon && icon.width >= 16 && icon.height === icon.width, JSON.stringify(icon));
  const targets = 'button, [role="button"]';
  const small = (root: string) =>
    // The newest popup is the last one.
    page
      .locator(root)
      .last()
      .evaluate(
        (element, selector) =>
          [...element.querySelectorAll(selector)].flatMap((target) => {
            const { width, height } = target.getBoundingClientRect();
            const isTarget = getComputedStyle(target).pointerEvents !== 'none';
            return isTarget && Math.min(width, height) < 44
              ? [`${target.getAttribute('aria-label')}: ${width} x ${height}`]
              : [];
          }),
        targets,
      );
  assert.deepEqual(await small('.jodit-toolbar__box'), []);
  const names = (root: string) =>
    page.locator(`${root} button`).evaluateAll((all) => all.map((it) => it.ariaLabel));
  assert.deepEqual(await names('.jodit-toolbar__box'), [
    ...['Bold', 'Underline', 'Bulleted list', 'Numbered list', 'Fullscreen', 'More'],
  ]);
  // The last one opens the others, and a button with an arrow opens its list.
  await page.getByRole('button', { name: 'More' }).click();
  await page.locator('.jodit-popup').waitFor();
  assert.deepEqual(await small('.jodit-popup'), []);
  assert.deepEqual(await names('.jodit-popup'), [
    ...['Style', 'Clear', 'Font size', 'Font name', 'Paragraph', 'Help'],
  ]);
  await page.getByRole('button', { name: 'Font name' }).first().click();
  await page.getByRole('button', { name: 'Georgia' }).waitFor();
  assert.deepEqual(await small('.jodit-popup'), []);
});

test('by keyboard the buttons in the popup of the narrow toolbar are reached, and change the letter', async (t) => {
  const page = await visitor(t, { viewport: { width: 360, height: 740 } });
  await page.goto(`${at.origin}/application/12`);
  await writeLetter(page, 'Bread.');
  for (const [key, focused] of [
    ['Control+a'],
    ['Alt+F10', 'Bold'],
    ['ArrowLeft', 'More'],
    ['Enter', 'Style'],
    ['ArrowLeft', 'Help'],
    ['ArrowRight', 'Style'],
    ['ArrowRight', 'Clear'],
    ['ArrowLeft', 'Style'],
    ['ArrowDown', 'Paragraph'],
    ['ArrowDown', 'Heading'],
    ['Enter'],
  ] as const) {
    await page.keyboard.press(key);
    if (focused)
      await page.waitForFunction(
        (name) =>
          (document.activeElement?.ariaLabel || document.activeElement?.textContent?.trim()) ===
          name,
        focused,
      );
  }
  await letterArea(page).locator('h2', { hasText: 'Bread.' }).waitFor();
});

test("on a phone fullscreen has a button 'Done', and Back leaves it without leaving the page; the help is within the screen, its keys on one line each", async (t) => {
  const page = await visitor(t, { viewport: { width: 320, height: 640 } });
  await page.goto(`${at.origin}/application/11`);
  await writeLetter(page, 'Bread.');
  const fullscreen = page.locator('.jodit_fullsize');
  const open = page.getByRole('button', { name: 'Fullscreen' });
  const done = page.getByRole('button', { name: 'Done' });
  await open.click();
  await fullscreen.waitFor();
  const box = await done.boundingBox();
  assert.ok(box && box.y < 10 && box.height >= 44, JSON.stringify(box));
  const more = await page.getByRole('button', { name: 'More' }).boundingBox();
  assert.ok(more && more.y === box.y && more.x + more.width <= 320, JSON.stringify(more));
  const word = await done.getByText('Done', { exact: true }).boundingBox();
  assert.ok(word && word.height < 30 && word.width > 30, JSON.stringify(word));
  await done.click();
  await fullscreen.waitFor({ state: 'detached' });
  assert.equal(await done.count(), 0);
  await open.click();
  await fullscreen.waitFor();
  // Android's Back is a close request, as Escape outside of the editor is one.
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await fullscreen.waitFor({ state: 'detached' });
  assert.equal(await letterArea(page).innerText(), 'Bread.');
  await page.getByRole('button', { name: 'More' }).click();
  await page.locator('.jodit-popup').getByRole('button', { name: 'Help' }).click();
  const help = await page.locator('.jodit-popup', { has: page.locator('dl') }).boundingBox();
  assert.ok(help && help.x >= 0 && help.x + help.width <= 320, JSON.stringify(help));
  const lines = await page
    .locator('.editor-help dt')
    .evaluateAll((keys) =>
      keys.map(
        (key) => new Set([...key.children].map((it) => it.getBoundingClientRect().top)).size,
      ),
    );
  assert.deepEqual(new Set(lines), new Set([1]));
});

test('Tab reaches the toolbar of the letter once, at the button that had the focus last; the focus ring is as of every other field, and in fullscreen the focus stays in the editor until Escape leaves it', async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/application/11`);
  await writeLetter(page, 'Bread.');
  const ring = () =>
    page.evaluate(() => {
      const at = document.activeElement?.closest('.jodit-container') ?? document.activeElement;
      const { outlineWidth, outlineOffset, outlineStyle, outlineColor } = getComputedStyle(
        at as Element,
      );
      return { outlineWidth, outlineOffset, outlineStyle, outlineColor };
    });
  const letter = await ring();
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.ariaLabel || document.activeElement?.getAttribute('role'),
    );
  const seen: (string | null | undefined)[] = [];
  for (const key of ['Shift+Tab', 'ArrowRight', 'Tab', 'Shift+Tab', 'Tab']) {
    await page.keyboard.press(key);
    seen.push(await focused());
    if (seen.length === 2)
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineWidth),
        '3px',
      );
  }
  assert.deepEqual(seen, ['Style', 'Bold', 'textbox', 'Bold', 'textbox']);

  const fullscreen = page.locator('.jodit_fullsize');
  await page.getByRole('button', { name: 'Fullscreen' }).press('Enter');
  await fullscreen.waitFor();
  assert.equal(await focused(), 'textbox');
  const reached = new Set<string | undefined>();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press(key);
      reached.add(
        await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.closest('.jodit_fullsize') ? 'editor' : activeElement?.outerHTML;
        }),
      );
    }
  // Beyond the last control is the browser's own interface.
  const outside = [...reached].filter((html) => html !== 'editor' && !html?.startsWith('<body'));
  assert.deepEqual(outside, []);
  await letterArea(page).focus();
  await page.keyboard.press('Escape');
  await fullscreen.waitFor({ state: 'detached' });
  assert.equal(await focused(), 'textbox');

  await page.locator('main [name="firstname"]').focus();
  assert.deepEqual(letter, await ring());
});
