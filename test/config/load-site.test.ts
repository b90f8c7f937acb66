import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { loadSite, sampleSiteFile } from '#src/config/load-site.ts';
import { SiteConfigError } from '#src/config/site-file.ts';
import { sampleFolder, sampleValues, writeCompany } from '#test/support/company-files.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function company(files: Readonly<Record<string, unknown>>): Promise<string> {
  const file = await writeCompany(files);
  folders.push(dirname(file));
  return file;
}

/** Returns the lines of the error without its first one. */
function faultsOf(file: string): string[] {
  try {
    loadSite(file);
  } catch (error) {
    assert.ok(error instanceof SiteConfigError, `${error}`);
    assert.equal(error.exit, 'invalid');
    return error.message.split('\n').slice(1);
  }
  return [];
}

const french = await sampleValues('site.fr.yaml');

test('without the setting the sample is read, in its two languages', () => {
  const { languages, file, isSample } = loadSite(undefined);
  assert.deepEqual([file, isSample], [sampleSiteFile(), true]);
  assert.equal(file, join(sampleFolder, 'site.yaml'));
  const tags = languages.map(({ tag }) => tag);
  assert.deepEqual(tags, ['en', 'fr']);
  assert.equal(loadSite(' ').digest, loadSite(file).digest);
});

test('a site has the language that its file names, and French has its spaces', async () => {
  const values = { ...(await sampleValues()), language: 'fr' };
  values.hero.headline = 'Du pain ?';
  const { languages, isSample } = loadSite(await company({ 'site.yaml': values }));
  assert.equal(isSample, false);
  const headlines = languages.map(({ tag, site }) => [tag, site.hero.headline]);
  assert.deepEqual(headlines, [['fr', 'Du pain\u00a0?']]);
});

test('a language without texts, a second file of the first and an unknown first one are refused by name', async () => {
  const values = await sampleValues();
  const files = { 'site.yaml': values, 'site.sw.yaml': {}, 'site.en.yaml': {}, 'site.md': '' };
  assert.deepEqual(faultsOf(await company(files)), [
    'site.en.yaml: site.yaml is in this language',
    'site.sw.yaml: the site has no texts in "sw"; it has en, fr',
  ]);
  const [fault] = faultsOf(await company({ 'site.yaml': { ...values, language: 'sw' } }));
  assert.match(fault ?? '', /^site\.yaml:\d+: language: .*"en".*"fr".* \(it is "sw"\)$/);
});

test('all faults of all files are reported with their lines and values, each once', async () => {
  const values = await sampleValues();
  values.enquiries.email = 'nobody';
  values.brand.nmae = 'x';
  values.intro.figures[0].figure = 6;
  values.menu = undefined;
  const texts = structuredClone(french);
  texts.region.locale = 'french!';
  texts.openings.readMore = {};
  const file = await company({ 'site.yaml': values, 'site.fr.yaml': texts });
  const line = (name: string) => /^(site(?:\.fr)?\.yaml):\d+: ([\w.]+): (.*)$/.exec(name)?.slice(1);
  const faults = faultsOf(file).map(line);
  const places = faults.map((fault) => fault?.slice(0, 2).join(' '));
  assert.deepEqual(places, [
    'site.yaml brand.nmae',
    'site.yaml enquiries.email',
    'site.yaml menu',
    'site.yaml intro.figures.0.figure',
    'site.fr.yaml openings.readMore.label',
    'site.fr.yaml menu',
    'site.fr.yaml region.locale',
  ]);
  assert.match(faults[1]?.[2] ?? '', /email.* \(it is "nobody"\)$/);
  assert.match(faults[3]?.[2] ?? '', /must be text, .* in quotes \(it is 6\)$/);
});

test('a fault has the line of its value, and a missing value that of what it belongs to', async () => {
  const text = 'language: en\n\nbrand:\n  name: X\n  tagline: 5\nregion: {timeZone: Lagos}\n';
  const faults = faultsOf(await company({ 'site.yaml': text }));
  for (const start of [
    'site.yaml:5: brand.tagline: must be text',
    'site.yaml:4: brand.companyName: is missing',
    'site.yaml:6: region.timeZone: must be a time zone, such as America/Toronto (it is "Lagos")',
    'site.yaml:6: region.locale: ',
    'site.yaml:1: menu: is missing',
  ])
    assert.ok(
      faults.some((fault) => fault.startsWith(start)),
      `${start} in\n${faults.join('\n')}`,
    );
});

for (const [what, text, fault] of [
  ['a key twice', 'brand: {}\nbrand: {}\n', 'site.yaml:2: Map keys must be unique'],
  ['a tag', 'brand: !!map {}\n', 'site.yaml:1: a tag is not allowed'],
  ['a tag of its own', 'a: 1\nb: !include x\n', 'site.yaml:2: a tag is not allowed'],
  ['two documents', 'a: 1\n---\nb: 1\n', 'site.yaml:2: Source contains multiple documents'],
  ['no YAML', 'a: [1\n', 'site.yaml:2: Flow sequence in block collection must be'],
  ['a colon in a text', 'a: Jobs: up\n', 'site.yaml: a text that has ": "'],
  ['a tabulator', 'a:\n\tb: 1\n', 'site.yaml:2: Tabs are not allowed as indentation'],
  ['nothing', '', 'site.yaml:1: Invalid input: expected object'],
  ['a merge key', 'a: &a {b: 1}\nc: {<<: *a}\n', 'site.yaml:2: c: is not a name'],
  [
    'many aliases',
    `a: &a [${'x,'.repeat(9)}]\nb: &b [${'*a,'.repeat(9)}]\nc: [${'*b,'.repeat(9)}]\nd: [${'*b,'.repeat(9)}]`,
    'site.yaml: has more than 100 aliases',
  ],
  ['too many levels', `a: ${'['.repeat(100_000)}`, 'site.yaml:1: Maximum call stack size exceeded'],
] as const)
  test(`a file with ${what} is refused`, async () => {
    const found = faultsOf(await company({ 'site.yaml': text }));
    const isReported = found.some((one) => one.startsWith(fault));
    assert.ok(isReported, found.join('\n').slice(0, 500));
  });

test('the commented values of the sample are valid, and are all that it leaves out', async () => {
  const sample = await readFile(join(sampleFolder, 'site.yaml'), 'utf8');
  const values = /^(\s*)# ?((?: {2})*(?:- )?[a-z]\w*:(?: .*)?)$/gm;
  const text = sample.replaceAll(values, '$1$2');
  assert.deepEqual(faultsOf(await company({ 'site.yaml': text })), []);
  for (const name of ['icon', 'logo', 'mailsPerHour', 'application', 'label', 'show', 'captcha'])
    assert.match(text, new RegExp(`^ *${name}:`, 'm'));
});

test('numbers that are not decimal, and NO, are texts', async () => {
  const values = JSON.stringify(await sampleValues());
  const set = (name: string, value: string) => (text: string) =>
    text.replace(new RegExp(`"${name}":"[^"]*"`), `"${name}": ${value}`);
  for (const value of ['0803', '+2348031234567', 'NO', '1e3', '0x1F', '.5', '1_000']) {
    const text = set('phone', value)(values);
    const file = await company({ 'site.yaml': text });
    assert.equal(loadSite(file).languages[0].site.enquiries.phone, value);
  }
});

test('a file that is missing, too large, or not UTF-8 is refused with its path', async () => {
  const file = await company({ 'site.yaml': 'a: 1' });
  assert.deepEqual(faultsOf(join(dirname(file), 'none.yaml')), [
    `${join(dirname(file), 'none.yaml')} cannot be read (ENOENT)`,
  ]);
  assert.deepEqual(faultsOf(dirname(file)), [`${dirname(file)} cannot be read (EISDIR)`]);
  writeFileSync(file, Buffer.from([0x61, 0x3a, 0x20, 0xff]));
  assert.deepEqual(faultsOf(file), [`${file} is not UTF-8`]);
  truncateSync(file, 1_000_001);
  assert.deepEqual(faultsOf(file), [`${file} is larger than 1000000 bytes`]);
});
