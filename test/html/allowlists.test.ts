import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedLink } from '#src/html/allowlists.ts';
import { sanitizeDescription, sanitizeLetter } from '#src/html/sanitizer.ts';

for (const href of ['http://a.ng', 'HTTPS://a.ng', ' mailto:a@b.ng ', 'Tel:+2341'])
  test(`a text may link to ${JSON.stringify(href)}`, () => {
    assert.equal(allowedLink(href), href.trim());
    for (const sanitize of [sanitizeDescription, sanitizeLetter])
      assert.match(sanitize(`<p><a href="${href.trim()}">a</a></p>`), / href="/);
  });

for (const href of [
  ...['/a', '//a.ng', 'a', '#a', 'http:a', 'https:/a.ng', 'see mailto:a@b.ng', 'x tel:1', ''],
  ...['javascript:1', 'ftp://a.ng', 'data:,a', 'xhttp://a.ng'],
])
  test(`a description may not link to ${JSON.stringify(href)}`, () => {
    assert.equal(allowedLink(href), undefined);
    assert.equal(sanitizeDescription(`<p><a href="${href}">a</a></p>`), '<p>a</p>');
  });

test('no link has no address, and a letter links with no other scheme', () => {
  assert.deepEqual([allowedLink(null), allowedLink(undefined)], [undefined, undefined]);
  for (const href of ['javascript:1', '//a.ng', 'ftp://a.ng', 'data:,a', 'xhttp://a.ng'])
    assert.equal(sanitizeLetter(`<p><a href="${href}">a</a></p>`), '<p><a>a</a></p>');
});

const elements =
  'p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre b strong i em u s span sub sup a dl dt dd abbr small mark code section article address figure form button input select iframe object svg img video style script font center template title'.split(
    ' ',
  );
const kept = (sanitize: (html: string) => string) =>
  elements.filter((name) => new RegExp(`<${name}\\b`).test(sanitize(`<${name} href="tel:1">a`)));

test('a description and a letter keep their elements, and no others', () => {
  assert.deepEqual(
    kept(sanitizeDescription).join(' '),
    'p div br hr h3 ul ol li blockquote pre b strong i em u s sub sup a dl dt dd abbr small mark code',
  );
  assert.deepEqual(
    kept(sanitizeLetter).join(' '),
    'p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre b strong i em u s span sub sup a',
  );
});

test('the cells of a table stay in a description, and are blocks of a letter', () => {
  const table =
    '<table><caption>a</caption><thead><tr><th>b</th></tr></thead><tbody><tr><td>c</td></tr></tbody><tfoot><tr><td>d</td></tr></tfoot></table>';
  assert.equal(sanitizeDescription(table), table);
  assert.equal(
    sanitizeLetter(table),
    '<div>a</div><div><div>b</div></div><div><div>c</div></div><div><div>d</div></div>',
  );
});

for (const [attributes, inDescription, inLetter] of [
  ['<b lang="yo">', '<b lang="yo">', '<b>'],
  ['<b dir="rtl">', '<b dir="rtl">', '<b>'],
  ['<abbr title="x">', '<abbr title="x">', ''],
  ['<b title="x" id="x" class="x" onclick="x">', '<b>', '<b>'],
  ['<b style="font-style:italic">', '<b>', '<b style="font-style:italic">'],
  ['<a href="tel:1" rel="x" target="x" download="x">', '<a href="tel:1">', '<a href="tel:1">'],
  [
    '<a lang="yo" dir="rtl" href="tel:1">',
    '<a lang="yo" dir="rtl" href="tel:1">',
    '<a href="tel:1">',
  ],
] as const)
  test(`${attributes} becomes ${inDescription} in a description, and ${inLetter || 'text'} in a letter`, () => {
    const beginning = (html: string) => html.slice(0, html.indexOf('Bread'));
    assert.equal(beginning(sanitizeDescription(`${attributes}Bread`)), inDescription);
    assert.equal(beginning(sanitizeLetter(`${attributes}Bread`)), inLetter);
  });
