import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSynonyms } from '#src/config/search-synonyms.ts';
import { siteConfig } from '#src/config/site.ts';
import { SiteConfigError } from '#src/config/site-file.ts';
import { parseSiteConfig, sampleValues } from '#test/support/company-files.ts';

const root = join(import.meta.dirname, '../..');

const values = await sampleValues();

/** Returns the values of the sample config with one value changed. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(values);
  let at = copy;
  for (const step of path.slice(0, -1)) at = at[step];
  at[path.at(-1) ?? ''] = value;
  return copy;
}

const errorOf = (path: readonly (string | number)[], value: unknown) => {
  try {
    parseSiteConfig(changed(path, value));
  } catch (error) {
    assert.ok(error instanceof SiteConfigError);
    return error.message;
  }
  return 'valid';
};

test('the sample site config is valid', () => {
  assert.equal(siteConfig.brand.companyName, 'Tamarind Foods Group');
  assert.equal(siteConfig.copyrightYear, 2020);
});

test('an invalid value is reported by its path', () => {
  assert.match(errorOf(['enquiries', 'email'], 'nobody'), /^enquiries\.email: /m);
  assert.match(errorOf(['map', 'center', 'lat'], 91), /^map\.center\.lat: /m);
  assert.match(
    errorOf(['menu', 1, 'items', 4, 'items', 0, 'href'], 'javascript:alert(1)'),
    /^menu\.1\.items\.4\.items\.0\.href: /m,
  );
  assert.match(errorOf(['map', 'tiles'], 'https://tiles.example/'), /^map\.tiles: must contain/m);
  assert.match(errorOf(['coverLetterHeight'], 20), /^coverLetterHeight: /m);
  const educations = [{ name: 'KCSE', isGradeRequired: true }];
  assert.match(
    errorOf(['application'], { educations }),
    /^application\.educations\.0\.grades: is empty/m,
  );
  assert.match(errorOf(['brand', 'nmae'], 'x'), /^brand\.nmae: is not a name/m);
});

test('a paragraph is Markdown with links to https, mailto and tel, and without HTML and pictures', () => {
  const html = (text: string) => {
    const { privacy } = parseSiteConfig(changed(['privacy', 'paragraphs', 0], text));
    return privacy.paragraphs[0]?.__html;
  };
  assert.equal(
    html('*a* **b** `c` & “d”'),
    '<em>a</em> <strong>b</strong> <code>c</code> &amp; “d”',
  );
  for (const href of ['https://a.example/?b=1', 'mailto:a@b.example', 'tel:+2348031234567'])
    assert.equal(html(`[it](${href})`), `<a href="${href}">it</a>`);
  for (const href of [
    'http://a',
    'javascript:alert(1)',
    'JaVaScript:x',
    'data:text/html,x',
    '//a',
    '/a',
  ])
    assert.match(
      errorOf(['privacy', 'paragraphs', 0], `[it](${href})`),
      /^privacy\.paragraphs\.0: has a link that leads to none of https:/m,
    );
  assert.equal(html('<b onclick=x>a</b>'), '&lt;b onclick=x&gt;a&lt;/b&gt;');
  assert.match(errorOf(['privacy', 'paragraphs', 0], '![a](https://b.example/c.png)'), /a picture/);
  assert.equal(html('<https://d> https://e'), '<a href="https://d">https://d</a> https://e');
  assert.equal(
    html('# Who reads it\n\nWe do:\n\n- a *cook*\n- a [baker](https://b.example)\n\n1. first'),
    '<h3>Who reads it</h3>\n<p>We do:</p>\n<ul>\n<li>a <em>cook</em></li>\n<li>a <a href="https://b.example">baker</a></li>\n</ul>\n<ol>\n<li>first</li>\n</ol>',
  );
  assert.match(errorOf(['privacy', 'paragraphs', 0], '- [a](http://b)'), /has a link that leads/);
  assert.match(errorOf(['privacy', 'paragraphs', 0], ''), /^privacy\.paragraphs\.0: /m);
});

test('colors that cannot be read on each other are refused by their roles, of each scheme', () => {
  const light = { accent: '#0b5d7a', paper: '#f2f7f9', ink: '#10222b' };
  const dark = { accent: '#7fd0ee', paper: '#0c1519', ink: '#e3eef3' };
  const refused = (colors: object) => errorOf(['skins', 'items'], [{ name: 'Lake', colors }]);
  assert.equal(refused({ light, dark }), 'valid');
  assert.match(
    refused({ light: { ...light, accent: '#e8f0f3' }, dark: { ...dark, ink: '#22333a' } }),
    /^skins\.items\.0\.colors\.light: accent #e8f0f3 on paper #f2f7f9 has a contrast of 1\.1, less than 4\.5$.*^skins\.items\.0\.colors\.dark: on-paper #22333a on paper #0c1519 /ms,
  );
  assert.match(
    errorOf(
      ['skins', 'items'],
      [{ name: 'Lake', colors: { light, dark: { ...dark, ink: 'white' } } }],
    ),
    /^skins\.items\.0\.colors\.dark\.ink: must be a color of six hexadecimal digits after #/m,
  );
});

type Path = readonly (string | number)[];

/** Returns the paths of all values of a kind. Of a list only the first item counts, because all have one schema. */
function pathsOf(isOfKind: (value: unknown) => boolean, value: unknown, path: Path = []): Path[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined)
      : [];
  return [
    ...(isOfKind(value) ? [path] : []),
    ...below.flatMap(([key, one]) => pathsOf(isOfKind, one, [...path, key])),
  ];
}
const input = changed(['coverLetterHeight'], 100);
const accepting = (paths: readonly Path[], value: unknown) =>
  paths.filter((path) => errorOf(path, value) === 'valid').map((path) => path.join('.'));

test('a color that is none is reported once, without a contrast', () => {
  const light = { accent: '#a11', paper: '#f2f7f9', ink: '#10222b' };
  const items = [{ name: 'Own', colors: { light, dark: { ...light, accent: '#7fd0ee' } } }];
  const error = errorOf(['skins', 'items'], items);
  assert.match(error, /^skins\.items\.0\.colors\.light\.accent: must be a color/m);
  assert.doesNotMatch(error, /contrast|NaN/);
});

test('a company that stands twice is reported, whatever the case and the spaces of its name', () => {
  const [first] = values.companies.items;
  const name = ` ${first.name.toUpperCase().replace(' ', '  ')}`;
  assert.match(
    errorOf(['companies', 'items', 1, 'name'], name),
    /^companies\.items\.1\.name: is the name of another company/m,
  );
});

test('a placeholder for which a mail has no value is reported', () => {
  const { text } = values.mail.confirmation;
  assert.match(
    errorOf(['mail', 'confirmation', 'text'], `Dear {first_name},\n\n${text}`),
    /^mail\.confirmation\.text: has \{first_name\}, which is none of \{firstname\}, /m,
  );
  assert.match(errorOf(['mail', 'notice', 'subject'], '{rolle}'), /has \{rolle\}/);
  // Only mails to the company have this value, and only mails to applicants the other one.
  assert.match(errorOf(['mail', 'confirmation', 'subject'], '{received}'), /has \{received\}/);
  assert.match(errorOf(['mail', 'notice', 'subject'], '{stage}'), /has \{stage\}/);
  // A subject has no paragraphs.
  assert.match(errorOf(['mail', 'confirmation', 'subject'], '{link}'), /has \{link\}/);
});

test('these lists may be empty, and no other', () =>
  assert.deepEqual(accepting(pathsOf(Array.isArray, input), []), [
    ...['intro.figures', 'dishes.items', 'testimonial.pictures', 'benefits.items'],
    ...['benefits.pictures', 'gallery.items'],
    ...[
      'brands.items',
      'enquiryForms.quote.closedDates',
      'share',
      'search.sameWords',
      'search.synonyms',
    ],
    'feedback.steps',
  ]));

test('only the description of a picture may be an empty text', () => {
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const paths = accepting(pathsOf(isText, input), ' ').filter((path) => !path.endsWith('.alt'));
  assert.deepEqual(paths, []);
});

for (const [path, min, max] of [
  [['copyrightYear'], 1900, Number.MAX_SAFE_INTEGER],
  [['map', 'center', 'lat'], -90, 90],
  [['map', 'center', 'lon'], -180, 180],
  [['map', 'zoom'], 1, 20],
  [['coverLetterHeight'], 60, 1000],
  [['companies', 'items', 0, 'retentionDays'], 1, Number.MAX_SAFE_INTEGER],
  [['gallery', 'items', 0, 'background'], 1, 4],
] as const)
  test(`${path.join('.')} is from ${min} to ${max}`, () => {
    for (const value of [min, max]) assert.equal(errorOf(path, value), 'valid', `${value}`);
    for (const value of [min - 1, max + 1]) assert.notEqual(errorOf(path, value), 'valid');
  });

for (const [path, accepted, refused] of [
  [
    ['menu', 0, 'href'],
    ['/a', '#a', 'http://a', 'https://a', 'mailto:a', 'tel:1'],
    ['//a', 'a', 'javascript:1', 'ftp://a', 'a/mailto:a', ' /a'],
  ],
  [
    ['feedback', 'picture', 'picture', 'src'],
    ['a.svg', 'a/b.JPG', 'a.webp'],
    ['/a.svg', 'https://a/a.svg', 'a', 'a\\b.svg', 'a.gif', ''],
  ],
  [
    ['enquiryForms', 'quote', 'closedDates', 0],
    ['12-25', '2026-12-25'],
    ['1-25', '12-25x', '26-12-25', 'x12-25', '2026-12-251'],
  ],
  [['share', 0, 'href'], ['https://a/?u={url}'], ['https://a/?u=']],
  [
    ['mail', 'confirmation', 'text'],
    ['{link}', 'a\n\n{link}\n\nb'],
    ['a', 'a {link}', '{link}\nb'],
  ],
  [
    ['mail', 'notice', 'text'],
    ['a', '{answers}'],
    ['', 'a {answers}'],
  ],
  [['stages', 'hired', 'text'], ['since {day}'], ['since']],
  [
    ['region', 'locale'],
    ['fr-FR', 'sw-KE'],
    ['french!', 'English', 'xx-NG'],
  ],
  [['region', 'timeZone'], ['Africa/Lagos'], ['Lagos']],
  [['map', 'tiles'], ['https://a/{z}/{x}/{y}'], ['https://a/{z}/{x}', 'ftp://a/{z}/{x}/{y}']],
] as const)
  test(`${path.join('.')} accepts ${accepted}, and not ${refused}`, () => {
    for (const value of accepted) assert.equal(errorOf(path, value), 'valid', value);
    for (const value of refused) assert.notEqual(errorOf(path, value), 'valid', value);
  });

for (const path of [
  ['hero', 'slides', 0, 'pictures'],
  ['contact', 'pictures'],
])
  test(`${path.join('.')} has one to four pictures`, () => {
    const picture = 'pictures/zobo.svg';
    const valid = [0, 1, 4, 5].map(
      (count) => errorOf(path, Array(count).fill(picture)) === 'valid',
    );
    assert.deepEqual(valid, [false, true, true, false]);
  });

test('a site needs no words that mean the same', () => {
  const { synonyms } = parseSiteConfig(changed(['search'], undefined)).search;
  assert.deepEqual(synonyms, []);
  const groups = readSynonyms([synonyms, synonyms], () => assert.fail());
  assert.deepEqual(groups, []);
});

test('the rules and the method of an enquiry form are validated by name', () => {
  const quote = ['enquiryForms', 'quote'];
  assert.match(errorOf([...quote, 'rules'], { age: {} }), /^enquiryForms\.quote\.rules/m);
  assert.match(
    errorOf([...quote, 'rules'], { guests: { range: [1] } }),
    /^enquiryForms\.quote\.rules\.guests\.range/m,
  );
  assert.match(
    errorOf([...quote, 'rules'], { email: { minLength: 3 } }),
    /^enquiryForms\.quote\.rules\.email/m,
  );
  assert.match(errorOf([...quote, 'closedDates'], ['25 December']), /closedDates\.0: /);
  assert.match(errorOf([...quote, 'method'], 'get'), /^enquiryForms\.quote\.method: /m);
  const elsewhere = { ...values.enquiryForms.quote, action: 'https://a.ng/q', method: 'get' };
  assert.equal(errorOf(quote, elsewhere), 'valid');
});

test('a gallery category that is not a number is reported with the specification’s message', () => {
  const path = ['gallery', 'items', 0, 'category'];
  const message = 'gallery.items.0.category: category must be a number starting at 1';
  for (const value of ['bread', 0, '0', -1, '1,', '1,x', '', 1.5])
    assert.ok(errorOf(path, value).includes(message), `${JSON.stringify(value)} was accepted`);
});

test('a gallery category may be a number or a comma-separated list', () => {
  const read = parseSiteConfig(changed(['gallery', 'items', 0, 'category'], '1, 3,3'));
  assert.deepEqual(read.gallery.items[0]?.category, [1, 3]);
});

test('a gallery category without a name in the filter menu is reported', () =>
  assert.match(errorOf(['gallery', 'items', 0, 'category'], 9), /category 9 has no name/));

/** Returns the addresses of the pictures in a part of the config. */
const picturesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"src":"(pictures\/[\w-]+\.\w+)"/g)].map(([, src = '']) => src);

test('every picture of the sample config is a drawing in fixtures/company/pictures, and every drawing is used', () => {
  const named = new Set(picturesIn(siteConfig));
  assert.ok(named.size > 0);
  const files = readdirSync(join(root, 'fixtures/company/pictures'));
  assert.deepEqual([...named].sort(), files.map((name) => `pictures/${name}`).sort());
  const photographs = [...named].filter((src) => !src.endsWith('.svg'));
  assert.deepEqual(photographs, []);
});

test('a drawing is square, small, shaded like the others, and refers to nothing outside its file', () => {
  const folder = join(root, 'fixtures/company/pictures');
  const titles = new Set<string>();
  for (const name of readdirSync(folder)) {
    const svg = readFileSync(join(folder, name), 'utf8');
    assert.match(svg, /^<svg [^>]*width="400" height="400" viewBox="-?\d+ -?\d+ (\d+) \1">/, name);
    assert.ok(svg.length < 9000, `${name} has ${svg.length} characters`);
    assert.match(svg, /fill="#1a0a04" opacity="\.24"/, `${name} has no shadow on the ground`);
    assert.doesNotMatch(
      svg,
      /<(script|style|image|foreignObject)|\sstyle=|href="[^#]|url\([^#]/,
      name,
    );
    const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id).sort();
    const uses = new Set([...svg.matchAll(/(?:href="|url\()#([^")]+)/g)].map(([, id]) => id));
    assert.deepEqual([...uses].sort(), ids, `${name}: each id is used, and each use has its id`);
    titles.add(/<title>(.+)<\/title>/.exec(svg)?.[1] ?? '');
  }
  assert.equal(titles.size, readdirSync(folder).length, 'each has a title of its own');
  assert.ok(!titles.has(''));
});

test('no page shows a picture twice', () => {
  const { hero, companies, dishes, testimonial, benefits, gallery, contact } = siteConfig;
  const houses = companies.items.map(({ slides: _, ...company }) => company);
  const pages = [
    [hero, houses, dishes, testimonial, benefits, gallery],
    [contact],
    ...companies.items.map(({ slides }) => [slides]),
  ];
  for (const page of pages) {
    const pictures = picturesIn(page);
    assert.ok(pictures.length > 1);
    const repeated = pictures.filter((src, index) => pictures.indexOf(src) !== index);
    assert.deepEqual(repeated, []);
  }
});

test('the name, the cities, the currency and the locale of the sample stand in no source file', () => {
  const words = /tamarind|buka ireti|\blagos\b|₦|\bNGN\b|en-GB|lang="en"/i;
  const withoutComments = (text: string) =>
    text.replace(/\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*$/gm, '');
  const offenders = ['src', 'cli', 'scripts', 'public', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // The pictures of docs/pictures are of the sample.
      .filter((file) => /(?<!screens)\.(tsx?|css|js|conf|yaml|service|timer)$/.test(file))
      .flatMap((file) =>
        withoutComments(readFileSync(join(root, folder, file), 'utf8'))
          .split('\n')
          .filter((line) => words.test(line))
          .map((line) => `${folder}/${file}: ${line.trim()}`),
      ),
  );
  assert.deepEqual(offenders, []);
});
