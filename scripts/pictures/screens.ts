import type { Page } from 'playwright-core';
import { document, openDocuments, openLink, openReceipt } from './applied.ts';

export type Screen = {
  name: string;
  path: string;
  /** Brings the page into the state to show. It is absent for the initial state. */
  act?: (page: Page) => Promise<void>;
  /** Whether the picture shows only the viewport, not the whole page. */
  view?: boolean;
};

/** The screens, in the order in which a visitor sees them. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'hero', path: '/', view: true },
  {
    name: 'opening-open',
    path: '/',
    view: true,
    act: async (page) => {
      await page.locator('#openings details > summary').first().click();
      await page.locator('#openings details[open] a').first().waitFor({ state: 'visible' });
      await page.locator('#openings').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'search-without-company',
    path: '/?q=baker',
    view: true,
    act: (page) => page.getByRole('search', { name: 'Openings' }).evaluate(toTop),
  },
  { name: 'filtered', path: '/?city=Lagos&type=PART_TIME#openings', view: true },
  { name: 'added-results', path: '/?company_id=2&q=dishwasher#openings', view: true },
  { name: 'other-companies', path: '/?company_id=1&q=dishwasher#openings', view: true },
  { name: 'no-result', path: '/?company_id=1&q=sushi&city=Kano#openings', view: true },
  {
    name: 'menu',
    path: '/feedback',
    view: true,
    act: async (page) => {
      const sheet = page.getByRole('button', { name: 'Menu', exact: true });
      if (await sheet.isVisible()) await sheet.click();
      const about = page.locator('header nav :is(summary, button):visible', { hasText: 'ABOUT' });
      await about.press('Enter');
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
  {
    name: 'privacy',
    path: '/application/101',
    view: true,
    act: async (page) => {
      const notice = page.locator('a[href="#privacy"]');
      await notice.scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      await notice.click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'documents',
    path: '/feedback',
    view: true,
    act: async (page) => {
      await openDocuments(page);
      await page.locator('[name="waec"]').setInputFiles(document('waec-result.doc'));
      await page.getByRole('heading', { name: 'Your documents' }).evaluate(toTop);
    },
  },
  {
    name: 'documents-refused',
    path: '/feedback',
    view: true,
    act: async (page) => {
      await openDocuments(page);
      await page.locator('[name="waec"]').setInputFiles(document('portrait-b.jpg'));
      await page.getByRole('button', { name: 'Upload documents' }).click();
      await page.getByText('An error occured').waitFor();
    },
  },
  { name: 'my-application', path: '/feedback', act: openLink },
  { name: 'receipt', path: '/feedback', view: true, act: openReceipt },
  {
    name: 'quick-search',
    path: '/feedback',
    view: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Search openings' }).click();
      const company = page.locator('#header-company');
      await company.locator('option').nth(1).waitFor({ state: 'attached' });
      await company.selectOption('First Light Bakery');
      await page.locator('#header-q').fill('baker');
      await page.getByRole('option', { name: /Baker/ }).first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'lightbox',
    path: '/',
    view: true,
    act: async (page) => {
      const pictures = page.locator('#gallery a[data-lightbox]');
      await pictures.nth(2).scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      await pictures.nth(2).click();
      await page.locator('.sl-caption').waitFor();
    },
  },
  { name: 'contact', path: '/contact' },
  { name: 'feedback', path: '/feedback' },
  { name: 'no-such-opening', path: '/application/no-such-opening', view: true },
];

const toTop = (element: Element) =>
  window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 120);
