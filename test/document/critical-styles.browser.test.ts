// @first-paint
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

/**
 * The computed styles of one element of each kind and of what is before and after it, as `name: value`; without sizes,
 * which depend on the fonts, and those are in the file only.
 */
const computedStyles = (page: Page) =>
  page.evaluate(() => {
    const size = /size|width|height|origin|margin|grid-template|^(?:top|left|right|bottom|inset)/;
    const names = [...getComputedStyle(document.body)].filter((name) => !size.test(name));
    const elements = [...document.querySelectorAll('body, body *')];
    const byKind = new Map(
      elements.map((element) => [`${element.tagName} ${element.className}`, element]),
    );
    return [...byKind].map(([kind, element]) => ({
      kind,
      styles: [undefined, '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part);
        return names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      }),
    }));
  });

for (const path of ['/?city=Lagos', '/application/101', '/contact', '/feedback'])
  test(`${path} looks the same with the rules of its first paint as with all rules`, async (t) => {
    const page = await visitor(t, {
      javaScriptEnabled: false,
      reducedMotion: 'reduce',
    });
    const url = new URL(path, site.origin).href;
    const withoutFile = async (route: Route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace(/<noscript><link rel="stylesheet"[^>]*><\/noscript>/, '');
      assert.notEqual(body, html);
      await route.fulfill({ response, body });
    };
    await page.route(url, withoutFile);
    await page.goto(url);
    const first = await computedStyles(page);
    await page.unroute(url);
    await page.goto(url);
    const all = await computedStyles(page);
    assert.ok(first.length > 20);
    for (const [index, kind] of all.entries()) assert.deepEqual(kind, first[index]);
  });
