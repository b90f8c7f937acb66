import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { parseSiteConfig, SiteConfigError } from '#src/config/site-schema.ts';

const root = join(import.meta.dirname, '../..');

/** The sample file as someone would have written it, with one value changed. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(siteConfig) as unknown as Record<string | number, unknown>;
  // What is read back has categories as lists; write them as a company would.
  for (const item of (copy as unknown as typeof siteConfig).gallery.items) {
    (item as { category: unknown }).category = item.category.join(',');
  }
  let at = copy;
  for (const step of path.slice(0, -1)) at = at[step] as typeof at;
  at[path.at(-1) ?? ''] = value;
  return copy;
}

const refusal = (path: readonly (string | number)[], value: unknown) => {
  try {
    parseSiteConfig(changed(path, value));
  } catch (error) {
    assert.ok(error instanceof SiteConfigError);
    return error.message;
  }
  return 'accepted';
};

test('the sample site file is valid', () => {
  assert.equal(siteConfig.brand.companyName, 'Tamarind Foods Group');
  assert.equal(siteConfig.copyrightYear, 2020);
});

test('a bad value is refused by its name', () => {
  assert.match(refusal(['enquiries', 'email'], 'nobody'), /^enquiries\.email: /m);
  assert.match(refusal(['map', 'center', 'lat'], 91), /^map\.center\.lat: /m);
  assert.match(
    refusal(['menu', 1, 'items', 4, 'items', 0, 'href'], 'javascript:alert(1)'),
    /^menu\.1\.items\.4\.items\.0\.href: /m,
  );
  assert.match(refusal(['map', 'tiles'], 'https://tiles.example/'), /^map\.tiles: must hold/m);
  assert.match(refusal(['coverLetterHeight'], 20), /^coverLetterHeight: /m);
  assert.match(refusal(['brand', 'nmae'], 'x'), /^brand: .*nmae/m);
});

test('a gallery category that is not a number is refused with the sentence of the specification', () => {
  const path = ['gallery', 'items', 0, 'category'];
  const sentence = 'gallery.items.0.category: category must be a number starting at 1';
  for (const value of ['bread', 0, '0', -1, '1,x', '', 1.5]) {
    assert.ok(refusal(path, value).includes(sentence), `${JSON.stringify(value)} was let through`);
  }
});

test('a gallery category may be a number or a comma-separated list', () => {
  const read = parseSiteConfig(changed(['gallery', 'items', 0, 'category'], '1, 3'));
  assert.deepEqual(read.gallery.items[0]?.category, [1, 3]);
});

test('a gallery category without a name in the filter menu is refused', () => {
  assert.match(refusal(['gallery', 'items', 0, 'category'], 9), /category 9 has no name/);
});

test('every picture of the sample is a file under public', () => {
  const missing = [...JSON.stringify(siteConfig).matchAll(/"(\/pictures\/[^"]+)"/g)]
    .map(([, src = '']) => src)
    .filter((src) => !existsSync(join(root, 'public', src)));
  assert.deepEqual(missing, []);
});

test('the brand is named in the site file and nowhere else in the product', () => {
  const name = new RegExp(siteConfig.brand.name, 'i');
  const offenders = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    // The sample openings are the sample company's; tamarind is also the default skin's name.
    .filter((file) => !/config\/site(-schema)?\.ts|styles\/tokens\.css|skin/.test(file))
    .filter((file) => name.test(readFileSync(join(root, 'src', file), 'utf8')));
  assert.deepEqual(offenders, []);
});
