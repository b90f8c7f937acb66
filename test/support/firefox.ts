import { after, type TestContext } from 'node:test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

let launched: Promise<Browser> | undefined;

function sharedFirefox(): Promise<Browser> {
  launched ??= puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: preferences,
  });
  return launched;
}

/** As in Chromium (browser.ts): neither moving pictures, nor images, nor web fonts; and no process for a later page. */
const preferences = {
  'ui.prefersReducedMotion': 1,
  'permissions.default.image': 2,
  'gfx.downloadable_fonts.enabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
};

/** Closes Firefox after the last test of a file, because it uses the processor while nothing happens. */
export function closeFirefoxAfterFile(): void {
  after(async () => {
    await (await launched)?.close();
    launched = undefined;
  });
}

/**
 * Returns a page of a new visitor in Firefox ESR. Playwright drives only its own build of Firefox; Debian's speaks
 * WebDriver BiDi, which Puppeteer does.
 */
export async function firefoxPage(t: TestContext): Promise<Page> {
  const context = await (await sharedFirefox()).createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  // The time limit of the test ends it: on a busy machine Firefox takes longer than Puppeteer's 30 s.
  page.setDefaultTimeout(0);
  return page;
}

/** Follows a link to another page, and comes back. Returns whether the page came from the back/forward cache. */
export async function leaveAndReturn(page: Page): Promise<boolean> {
  // Firefox keeps no page whose requests are in progress. Puppeteer sometimes misses the end of a canceled one.
  await page.waitForNetworkIdle({ timeout: 3000 }).catch(() => undefined);
  const path = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.left = 'true';
    window.addEventListener(
      'pageshow',
      () => {
        dataset.left = 'returned';
      },
      { once: true },
    );
    return window.location.pathname;
  });
  const other = path === '/feedback' ? '/contact' : '/feedback';
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, other);
  await page.waitForFunction(
    (there) => window.location.pathname === there && document.readyState === 'complete',
    {},
    other,
  );
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  const left = await page.waitForFunction(
    (there) => {
      if (window.location.pathname !== there || document.readyState !== 'complete')
        return undefined;
      const { left = 'loaded' } = document.documentElement.dataset;
      return left === 'true' ? undefined : left;
    },
    {},
    path,
  );
  return (await left.jsonValue()) === 'returned';
}
