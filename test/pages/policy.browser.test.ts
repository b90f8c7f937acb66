import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedPath } from '#src/addresses.ts';
import { fillApplication, newApplicant } from '#test/support/applicant.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

test('no page violates its policy, with the editor, carousel, lightbox and map, and an inline style element is refused', async (t) => {
  const page = await visitor(t, { allowConsole: ['Failed to load resource', 'inline style'] });
  const violations: string[] = [];
  await page.exposeFunction('report', (directive: string, at: string) =>
    violations.push(`${directive} ${at}`),
  );
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { report(...texts: string[]): void }).report(
        effectiveDirective,
        `${blockedURI} ${location.pathname}`,
      ),
    ),
  );
  await page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );

  await page.goto(site.origin);
  for (const [section, script] of [
    ['dishes', 'carousel-engine'],
    ['gallery', 'lightbox-view'],
    ['find-us', 'map-engine'],
  ] as const) {
    const loaded = page.waitForResponse((response) => response.url().includes(script));
    await page
      .locator(`#${section}`)
      .evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await loaded;
  }
  await page.locator('#find-us canvas').first().waitFor();
  await page.locator('#gallery a[data-lightbox]').first().click();
  await page.getByRole('dialog').locator('img').first().waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${site.origin}/application/104`);
  await fillApplication(page, newApplicant());
  const toolbar = page.locator('.jodit-toolbar__box');
  for (const name of await toolbar.getByRole('button').all()) await name.click({ timeout: 5000 });

  for (const path of [
    '/contact',
    '/feedback',
    '/my-application/guess',
    '/application/none',
    embedPath,
  ])
    await page.goto(site.origin + path);
  assert.deepEqual(violations, []);

  await page.goto(`${site.origin}/contact`);
  const color = await page.evaluate(() => {
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'body{color:red}' }),
    );
    return getComputedStyle(document.body).color;
  });
  assert.notEqual(color, 'rgb(255, 0, 0)');
});
