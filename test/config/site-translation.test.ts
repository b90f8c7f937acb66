import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteConfig, siteValues } from '#src/config/site.ts';
import { SiteConfigError } from '#src/config/site-schema.ts';
import { type SiteTranslation, translateSite } from '#src/config/site-translation.ts';
import { configuredLanguages } from '#src/language/languages.ts';

type Translation = SiteTranslation<typeof siteValues>;

/** Returns a translation in which every text is in capitals. What has no text, such as `href`, is left out. */
const capitals = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => capitals(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, capitals(part, name)]),
    );
  const isText = ['label', 'title', 'headline', 'caption', 'alt'].includes(key);
  return typeof value === 'string' && isText ? value.toUpperCase() : undefined;
};

test('a translation replaces texts, and everything else is that of the site config', () => {
  const site = translateSite(siteValues, capitals(siteValues) as Translation);
  assert.equal(site.hero.headline, siteConfig.hero.headline.toUpperCase());
  assert.deepEqual(site.hero.slides, siteConfig.hero.slides);
  const [item] = siteConfig.gallery.items;
  assert.deepEqual(site.gallery.items[0], {
    ...item,
    caption: item?.caption.toUpperCase(),
    picture: { ...item?.picture, alt: item?.picture.alt.toUpperCase() },
  });
  const [child] = siteConfig.menu[1]?.items ?? [];
  assert.deepEqual(site.menu[1]?.items?.[0], { ...child, label: child?.label.toUpperCase() });
});

test('a list of another length than that of the site config is an error that names it', () => {
  const translation = capitals(siteValues) as { gallery: { items: unknown[] } };
  translation.gallery.items.pop();
  assert.throws(
    () => translateSite(siteValues, translation as unknown as Translation),
    new SiteConfigError('The translation of gallery.items has 11 items instead of 12.'),
  );
});

test('a translation is checked by the schema of the site config', () => {
  const translation = { ...(capitals(siteValues) as Translation), region: { locale: '-' } };
  assert.throws(
    () => translateSite(siteValues, translation),
    /region\.locale: must be a language tag/,
  );
});

test('a missing text, an extra text and a translated name are type errors', () => {
  // The compiler checks this test: without an error, each comment is one.
  const texts = { title: '', label: '' };
  // @ts-expect-error A text is missing.
  const missing: Translation['brands'] = { title: '' };
  // @ts-expect-error The names of brands have no translation.
  const extra: Translation['brands'] = { ...texts, items: [] };
  // @ts-expect-error A list has as many items as in the site config.
  const short: Translation['share'] = [{ label: '' }];
  // @ts-expect-error A picture that has a text needs it in every language.
  const picture: Translation['feedback']['picture'] = { caption: '' };
  assert.equal([missing, extra, short, picture].length, 4);
});

test('every language of the site has its own texts of the company', () => {
  const texts = configuredLanguages.map(({ site }) => site.hero.headline);
  assert.equal(new Set(texts).size, configuredLanguages.length);
});
