import type { TestContext } from 'node:test';
import puppeteer, { type Page } from 'puppeteer-core';

/**
 * A page in Firefox ESR, closed with the test. Playwright drives only its own build of Firefox; Debian's
 * speaks WebDriver BiDi, which Puppeteer does.
 */
export async function firefoxPage(t: TestContext): Promise<Page> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
  });
  t.after(() => browser.close());
  return browser.newPage();
}
