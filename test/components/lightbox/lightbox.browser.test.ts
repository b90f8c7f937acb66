import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages } from '../../support/browser.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

loadImages();

const svg = (fill: string, width = 320, height = 200) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${fill}"/></svg>`;
const menu = `<!doctype html><title>Menu</title><p>Around the menu</p>
  <section id="menu"><h2 onclick="window.stolen = 1">Today</h2>
  <script>window.stolen = 1</script><style>h2 { display: none }</style>
  <p class="x" style="position:fixed">Jollof <a href="javascript:window.stolen=1">click</a>
  <a href="/order">order</a></p><img src="x.svg" onerror="window.stolen = 1" alt="A plate">
  <iframe srcdoc="<script>parent.stolen = 1</script>"></iframe>
  <form action="/steal"><input name="a"><button>Send</button></form></section>`;

let site: ComponentSite;
before(async () => {
  site = await openComponent(
    new URL('lightbox.fixture.tsx', import.meta.url),
    (request, response) => {
      const path = request.url ?? '';
      if (/^\/pictures\/\d\.svg$/.test(path))
        response
          .setHeader('content-type', 'image/svg+xml')
          .end(path.includes('4') ? svg('tan', 900, 900) : svg('tan'));
      else if (path === '/pages/menu') response.setHeader('content-type', 'text/html').end(menu);
      else if (path === '/pages/broken') response.writeHead(500).end();
      else if (path.startsWith('/pages/x.svg')) response.end(svg('tan'));
      else return false;
      return true;
    },
  );
});

const dialog = (page: Page) => page.getByRole('dialog');
const shown = (page: Page, picture: string) =>
  dialog(page).locator(`.sl-image > img[src="${picture}"]`).waitFor();
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

test('a picture opens in a named dialog whose controls have accessible names', async (t) => {
  const { page } = await site.visit(t);
  await page.getByRole('link', { name: 'Picture 2' }).click();
  await shown(page, '/pictures/2.svg');
  assert.equal(await dialog(page).getAttribute('aria-label'), 'Plates');
  assert.equal(await dialog(page).getAttribute('aria-modal'), 'true');
  for (const name of ['Close (Esc)', 'Previous (Left arrow key)', 'Next (Right arrow key)'])
    assert.equal(await dialog(page).getByRole('button', { name }).getAttribute('title'), name);
  assert.equal(await dialog(page).locator('.sl-counter').textContent(), '2 of 5');
  assert.equal(await dialog(page).locator('.sl-spinner').textContent(), 'Loading...');
  await dialog(page).locator('.sl-caption', { hasText: 'Plate 2' }).waitFor();
  assert.equal(await dialog(page).locator('.sl-image > img').getAttribute('alt'), 'Plate 2');
});

for (const [width, height] of [
  [1366, 650],
  [360, 560],
  // These are 360×560 and 640×360 at 200 % zoom.
  [180, 280],
  [320, 180],
] as const)
  test(`at ${width}×${height} picture, caption and buttons are in view or scroll`, async (t) => {
    const { page } = await site.visit(t, { reducedMotion: 'reduce', width, height });
    for (const name of ['Picture 3', 'Picture 4']) {
      await page.getByRole('link', { name }).click();
      const caption = dialog(page).locator('.sl-caption');
      await caption.waitFor();
      const parts = await dialog(page)
        .locator('.sl-image > img, .sl-caption, button')
        .evaluateAll((elements) =>
          elements.map((element) => {
            element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return {
              part: element.className || element.localName,
              isInView:
                left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
              isOnTop: hit !== null && element.contains(hit),
              isVisible: right - left >= 40 && bottom - top >= 16,
            };
          }),
        );
      assert.equal(parts.length, 5);
      for (const part of parts)
        assert.deepEqual(
          part,
          { part: part.part, isInView: true, isOnTop: true, isVisible: true },
          name,
        );
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
  });

test('while the library does not load, a second press follows the link, and a double click does not', async (t) => {
  const { page } = await site.visit(t, {
    prepare: (page) => page.route('**/lightbox-view*', () => undefined),
  });
  const picture = page.getByRole('link', { name: 'Picture 2' });
  await picture.dblclick();
  assert.equal(new URL(page.url()).pathname, '/');
  await picture.click();
  await page.waitForURL('**/pictures/2.svg');
});

test("'Loading...' is visible only while a picture loads", async (t) => {
  const picture = Promise.withResolvers<void>();
  const { page } = await site.visit(t, {
    reducedMotion: 'reduce',
    prepare: (page) =>
      page.route('**/pictures/2.svg', async (route) => {
        await picture.promise;
        await route.continue();
      }),
  });
  await page.getByRole('link', { name: 'Picture 2' }).click();
  const loading = dialog(page)
    .getByRole('status')
    .filter({ hasText: /^Loading\.\.\.$/ });
  await loading.waitFor();
  picture.resolve();
  await shown(page, '/pictures/2.svg');
  await loading.waitFor({ state: 'hidden' });
});

test('arrow keys navigate in a circle; Escape closes and restores the focus', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Picture 1' }).press('Enter');
  await shown(page, '/pictures/1.svg');
  const went = async (key: string, picture: string) => {
    await page.waitForFunction(() => document.querySelector('.sl-caption'));
    await page.keyboard.press(key);
    await shown(page, picture);
  };
  await went('ArrowRight', '/pictures/2.svg');
  await went('ArrowLeft', '/pictures/1.svg');
  await went('ArrowLeft', '/pictures/5.svg');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'Picture 1');
});

test('from right to left the left arrow and the button on the left show the next picture', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce', dir: 'rtl' });
  await page.getByRole('link', { name: 'Picture 1' }).press('Enter');
  await shown(page, '/pictures/1.svg');
  const went = async (go: () => Promise<void>, picture: string) => {
    await page.waitForFunction(() => document.querySelector('.sl-caption'));
    await go();
    await shown(page, picture);
  };
  const button = (name: string) => dialog(page).getByRole('button', { name });
  await went(() => page.keyboard.press('ArrowLeft'), '/pictures/2.svg');
  await went(() => page.keyboard.press('ArrowRight'), '/pictures/1.svg');
  await went(() => button('Next').click(), '/pictures/2.svg');
  await went(() => button('Previous').click(), '/pictures/1.svg');
  const [next, previous] = await Promise.all(
    ['Next', 'Previous'].map(async (name) => (await button(name).boundingBox())?.x ?? 0),
  );
  assert.ok(Number(next) < Number(previous), `${next}, ${previous}`);
});

test("a phone's Back closes the dialog and stays on the page", async (t) => {
  const { page } = await site.visit(t);
  for (const picture of ['Picture 2', 'Picture 3']) {
    await page.getByRole('link', { name: picture }).click();
    await dialog(page).waitFor();
    // Browsers report a phone's Back to a modal dialog.
    await page.evaluate(`document.querySelector('dialog:modal').requestClose()`);
    await dialog(page).waitFor({ state: 'hidden' });
    assert.equal(await focused(page), picture);
  }
});

test('the focus stays inside the dialog', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Picture 1' }).click();
  await shown(page, '/pictures/1.svg');
  assert.equal(await focused(page), 'Close (Esc)');
  const met = new Set<string | null | undefined>();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    met.add(await focused(page));
  }
  const pictures = [...met].filter((name) => /^Picture \d$/.test(name ?? ''));
  assert.deepEqual(pictures, []);
  assert.ok(met.has('Next (Right arrow key)'));
});

test('preloads two next pictures and no previous picture', async (t) => {
  const { page, requested } = await site.visit(t);
  const pictures = () => new Set(requested.filter((path) => path.startsWith('/pictures/')));
  await page.getByRole('link', { name: 'Picture 2' }).click();
  await shown(page, '/pictures/2.svg');
  await page.waitForLoadState('networkidle');
  assert.deepEqual(pictures(), new Set([2, 3, 4].map((n) => `/pictures/${n}.svg`)));
});

test('a single link has no counter and no arrows', async (t) => {
  const { page } = await site.visit(t);
  await page.getByRole('link', { name: 'Single' }).click();
  await shown(page, '/pictures/9.svg');
  assert.equal(await dialog(page).getByRole('button').count(), 1);
  assert.equal(await dialog(page).locator('.sl-counter').count(), 0);
});

test('what cannot be loaded is said in the dialog: a picture, a page, a section, a broken page, and a page of another site', async (t) => {
  const { page, requested } = await site.visit(t, {
    allowConsole: ['Failed to load resource'],
    reducedMotion: 'reduce',
  });
  for (const [link, message] of [
    ['Missing picture', 'The image could not be loaded.'],
    ['Missing page', 'Content not found'],
    ['Missing section', 'Content not found'],
    ['Broken page', 'The content could not be loaded.'],
    ['Foreign page', 'The content could not be loaded.'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await dialog(page).getByRole('alert').getByText(message, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal(await focused(page), link);
  }
  const elsewhere = requested.filter((path) => path.includes('elsewhere'));
  assert.deepEqual(elsewhere, []);
});

test('a page of the site is shown without its scripts, styles, forms and handlers', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Menu', exact: true }).click();
  const content = dialog(page).locator('.sl-image');
  await content.getByRole('heading', { name: 'Today' }).click();
  assert.doesNotMatch((await content.textContent()) ?? '', /Around the menu|stolen|display/);
  assert.equal(
    await content
      .locator('script, style, iframe, form, input, [style], [onclick], [onerror]')
      .count(),
    1,
  );
  const paths = await content
    .getByRole('link')
    .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).pathname));
  assert.deepEqual(paths, ['/order']);
  assert.equal(await page.evaluate(() => 'stolen' in window), false);
});

test('a page that is requested again because the window changes its size is shown once', async (t) => {
  const held = Promise.withResolvers<void>();
  const { page } = await site.visit(t, {
    allowConsole: ['Failed to load resource'],
    reducedMotion: 'reduce',
  });
  await page.route('**/pages/menu', async (route) => {
    await held.promise;
    await route.fulfill({ contentType: 'text/html', body: menu }).catch(() => {});
  });
  await page.getByRole('link', { name: 'Missing picture' }).click();
  await dialog(page).getByRole('alert').waitFor();
  await Promise.all([page.waitForRequest('**/pages/menu'), page.keyboard.press('ArrowRight')]);
  await Promise.all([
    page.waitForEvent('requestfailed'),
    page.waitForRequest('**/pages/menu'),
    page.setViewportSize({ width: 500, height: 500 }),
  ]);
  held.resolve();
  const content = dialog(page).locator('.sl-image');
  await content.getByRole('heading', { name: 'Today' }).waitFor();
  assert.equal(await content.getByRole('heading').count(), 1);
  assert.equal(await content.getByRole('alert').count(), 0);
});

test('without JavaScript, and without the library, the link opens the picture', async (t) => {
  const plain = await site.visit(t, { javaScriptEnabled: false, allowConsole: ['favicon.ico'] });
  await plain.page.getByRole('link', { name: 'Picture 3' }).click();
  await plain.page.waitForURL('**/pictures/3.svg');
  const cut = await site.visit(t, {
    allowConsole: ['Failed to load resource'],
    prepare: (page) => page.route('**/lightbox-view*', (route) => route.abort()),
  });
  await cut.page.getByRole('link', { name: 'Picture 3' }).click();
  await cut.page.waitForURL('**/pictures/3.svg');
});
