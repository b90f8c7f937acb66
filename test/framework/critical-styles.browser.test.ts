// @first-paint
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

for (const path of ['/?city=Lagos', '/application/101', '/contact', '/feedback'])
  test(`${path} looks the same with the rules of its first paint as with all rules`, async (t) => {
    const page = await visitor(t, {
      javaScriptEnabled: false,
      reducedMotion: 'reduce',
    });
    const url = new URL(path, site.origin).href;
    // The file with all rules takes effect later, in its place.
    await page.route(url, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const file = /<noscript><link rel="stylesheet"([^>]*)><\/noscript>/;
      assert.match(html, file);
      const body = html.replace(file, '<link rel="stylesheet" media="not all" id="all-rules"$1>');
      await route.fulfill({ response, body });
    });
    await page.goto(url);
    const { kinds, changed } = await page.evaluate(changedByAllRules);
    assert.ok(kinds > 20);
    assert.deepEqual(changed, []);
  });

/**
 * The computed styles that the file with all rules changes, of one element of each kind and of what is before and after it;
 * without sizes, which depend on the fonts, and those are in the file only.
 */
function changedByAllRules() {
  const size = /size|width|height|origin|margin|grid-template|^(?:top|left|right|bottom|inset)/;
  const names = [...getComputedStyle(document.body)].filter((name) => !size.test(name));
  const elements = [...document.querySelectorAll('body, body *')];
  const byKind = new Map(
    elements.map((element) => [`${element.tagName} ${element.className}`, element]),
  );
  const parts = [...byKind].flatMap(([kind, element]) =>
    [undefined, '::before', '::after'].map((part) => ({
      name: `${kind}${part ?? ''}`,
      style: getComputedStyle(element, part),
    })),
  );
  const valuesOf = () =>
    parts.map(({ style }) => names.map((name) => style.getPropertyValue(name)));
  const first = valuesOf();
  (document.querySelector('#all-rules') as HTMLLinkElement).media = 'all';
  const all = valuesOf();
  const changed = parts.flatMap(({ name }, part) =>
    names.flatMap((property, at) => {
      const [before, after] = [first[part]?.[at], all[part]?.[at]];
      return before === after ? [] : [`${name} ${property}: ${before}, then ${after}`];
    }),
  );
  return { kinds: byKind.size, changed };
}
