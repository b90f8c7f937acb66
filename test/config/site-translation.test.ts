import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { faultLine } from '#src/config/site-file.ts';
import { translateSite } from '#src/config/site-translation.ts';
import { languages } from '#src/language/server.ts';
import { parseSiteConfig, sampleValues } from '#test/support/company-files.ts';

const siteValues = await sampleValues();

const faultsOf = (texts: unknown): string[] => {
  const faults: string[] = [];
  translateSite(siteValues, texts, (fault) => faults.push(faultLine(fault)));
  return faults;
};

const french = () => sampleValues('site.fr.yaml');

test('a translation replaces texts, and everything else is that of the first language', async () => {
  const texts = await french();
  const site = parseSiteConfig(translateSite(siteValues, texts, () => assert.fail()));
  assert.equal(site.hero.headline, texts.hero.headline);
  assert.deepEqual(site.hero.slides, siteConfig.hero.slides);
  const [item] = siteConfig.gallery.items;
  const [translated] = texts.gallery.items;
  assert.deepEqual(site.gallery.items[0], {
    ...item,
    ...translated,
    picture: { ...item?.picture, ...translated.picture },
  });
  const [child] = siteConfig.menu[1]?.items ?? [];
  assert.deepEqual(site.menu[1]?.items?.[0], { ...child, ...texts.menu[1].items[0] });
});

test('a list of another length, a missing text, an extra text and a translated name are faults', async () => {
  const texts = await french();
  texts.gallery.items.pop();
  texts.brands.title = undefined;
  texts.brands.items = [{ name: 'x' }, ...Array(7).fill({})];
  texts.hero.subtitle = 'x';
  texts.feedback.picture.picture = undefined;
  texts.mail.documents.awaited = null;
  texts.contact.pictures = [null, { alt: 'x' }, null];
  assert.deepEqual(faultsOf(texts), [
    'mail.documents.awaited: is missing in this language',
    'hero.subtitle: is not in the file of the first language',
    'gallery.items: has 11 items instead of 12',
    'brands.title: is missing in this language',
    'brands.items.0.name: is the same in each language, and has no place in this file',
    'contact.pictures.1: is the same in each language, and has no place in this file',
    'feedback.picture.picture.alt: is missing in this language',
  ]);
});

test('every language of the site has its own texts of the company', () => {
  const texts = languages.map(({ site }) => site.hero.headline);
  assert.equal(new Set(texts).size, languages.length);
});
