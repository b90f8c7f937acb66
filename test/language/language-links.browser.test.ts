import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '../support/browser.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

test('the header links to the same page and search in the other language, and back', async (t) => {
  const page = await visitor(t, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${at.origin}/`);
  await page.waitForLoadState('networkidle');
  await page.locator('main [name=company_id]').first().selectOption({ index: 1 });
  await page.waitForURL((url) => url.searchParams.has('company_id'));
  const { search } = new URL(page.url());
  const header = page.locator('header');
  const french = header.getByRole('link', { name: 'Français' });
  assert.equal(await french.getAttribute('lang'), 'fr');
  assert.equal(await french.getAttribute('hreflang'), 'fr');
  await french.click();
  await page.waitForURL((url) => url.pathname === '/fr');
  assert.equal(new URL(page.url()).search, search);
  await header.getByRole('link', { name: 'English' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  assert.equal(new URL(page.url()).search, search);
});

test('without script the menu of a phone links to the page of an opening in the other language', async (t) => {
  const page = await visitor(t, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  await page.goto(`${at.origin}/application/11`);
  await page.locator('header nav button').first().click();
  await page.getByRole('link', { name: 'Français' }).click();
  assert.equal(new URL(page.url()).pathname, `/fr/application/11`);
});

test('a browser that prefers another language of the site gets one line that offers it, once', async (t) => {
  const page = await visitor(t, { locale: 'fr-BJ' });
  await page.goto(`${at.origin}/contact`);
  const offer = page.getByRole('link', { name: 'Ce site existe aussi en français.' });
  await offer.waitFor();
  await page.reload();
  await page.waitForLoadState('networkidle');
  assert.equal(await offer.count(), 0);
});

test('the line that offers a language does not cover the bar of an opening on a phone', async (t) => {
  const page = await visitor(t, { locale: 'fr-BJ', viewport: { width: 360, height: 740 } });
  await page.goto(`${at.origin}/application/11`);
  const offer = page.locator('aside[lang=fr]');
  await offer.waitFor();
  const bar = page.locator('[data-apply-bar]');
  await page.waitForFunction(() => {
    const [line, applyBar] = ['aside[lang=fr]', '[data-apply-bar]'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    return line && applyBar && applyBar.bottom <= line.top + 1;
  });
  await offer.getByRole('button', { name: 'Fermer' }).click();
  await page.waitForFunction(
    () => document.querySelector('[data-apply-bar]')?.getBoundingClientRect().bottom === 740,
  );
  assert.ok(await bar.getByRole('link').isVisible());
});

test('nobody is redirected by Accept-Language', async () => {
  const headers = { 'accept-language': 'fr' };
  const response = await fetch(`${at.origin}/contact`, { headers, redirect: 'manual' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-language'), 'en');
});
