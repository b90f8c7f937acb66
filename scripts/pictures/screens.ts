import type { Page } from 'playwright-core';

export type Screen = {
  name: string;
  path: string;
  /** Brings the page into the state to show; none for the page as it loads. */
  act?: (page: Page) => Promise<void>;
  /** Only what is in view, not the whole page. */
  view?: boolean;
};

/** What is pictured, in the order a visitor meets it. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'hero', path: '/', view: true },
  {
    name: 'opening-open',
    path: '/',
    view: true,
    act: async (page) => {
      await page.locator('details > summary').first().click();
      await page.locator('details[open] a').first().waitFor({ state: 'visible' });
      await page.locator('#openings').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'search-without-company',
    path: '/?q=baker',
    view: true,
    act: (page) => page.locator('#openings').scrollIntoViewIfNeeded(),
  },
  {
    name: 'menu',
    path: '/feedback',
    view: true,
    act: async (page) => {
      const sheet = page.getByRole('button', { name: 'Menu', exact: true });
      if (await sheet.isVisible()) await sheet.click();
      await page.getByRole('button', { name: 'ABOUT' }).press('Enter');
    },
  },
  {
    name: 'skins',
    path: '/feedback',
    view: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Colours' }).click();
      await page.getByRole('radio', { name: 'Beet', exact: true }).check();
    },
  },
  { name: 'application', path: '/application/101' },
  {
    name: 'application-errors',
    path: '/application/101',
    view: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Submit application' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'contact', path: '/contact' },
  { name: 'feedback', path: '/feedback' },
  { name: 'no-such-opening', path: '/application/no-such-opening', view: true },
];
