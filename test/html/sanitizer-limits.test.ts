import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxLength } from '#src/domain/model/limits.ts';
import { sanitizeDescription, sanitizeLetter } from '#src/html/sanitizer.ts';

const nested = (tag: string, depth: number) =>
  `${`<${tag}>`.repeat(depth)}Bread${`</${tag}>`.repeat(depth)}`;
const depthOf = (html: string) => html.split('</').length - 1;

for (const [what, sanitize, depth] of [
  ['a description', sanitizeDescription, 32],
  ['a letter', sanitizeLetter, 50],
] as const)
  test(`${what} has ${depth} nested elements, and none below them`, () => {
    for (const given of [depth - 1, depth, depth + 1])
      assert.equal(depthOf(sanitize(nested('b', given))), Math.min(given, depth), `${given}`);
  });

test('a letter with more than 200 nested elements becomes text', () => {
  assert.equal(depthOf(sanitizeLetter(nested('b', 200))), 50);
  assert.equal(sanitizeLetter(nested('b', 201)).replaceAll(/\s+/g, ''), '<p>Bread</p>');
});

test('a description is read up to 200,000 characters, and a letter up to four times its limit', () => {
  for (const [sanitize, length] of [
    [sanitizeDescription, 200_000],
    [sanitizeLetter, maxLength.cover_letter * 4],
  ] as const)
    for (const over of [-1, 0, 1])
      assert.equal(sanitize('x'.repeat(length + over)).length, Math.min(length + over, length));
});

for (const [input, isKept] of [
  ['<ol start="999999"><li>a</li></ol>', true],
  ['<ol start="-999999"><li>a</li></ol>', true],
  ['<ol start="1000000"><li>a</li></ol>', false],
  ['<ol start="1.5"><li>a</li></ol>', false],
  ['<ol reversed><li>a</li></ol>', true],
  ['<ol reversed="1"><li>a</li></ol>', false],
  ...['colspan', 'rowspan'].flatMap((name) =>
    (
      [
        ['1', true],
        ['99', true],
        ['0', false],
        ['100', false],
        ['-1', false],
      ] as const
    ).map(
      ([span, kept]) => [`<table><tr><td ${name}="${span}">a</td></tr></table>`, kept] as const,
    ),
  ),
  ...['row', 'col', 'rowgroup', 'colgroup'].map(
    (scope) => [`<table><tr><th scope="${scope}">a</th></tr></table>`, true] as const,
  ),
  ['<table><tr><th scope="x">a</th></tr></table>', false],
  ...['ltr', 'rtl', 'auto'].map((dir) => [`<b dir="${dir}">a</b>`, true] as const),
  ['<b dir="x">a</b>', false],
] as const)
  test(`${isKept ? 'keeps' : 'drops'} the attribute of a description in ${input}`, () => {
    const attribute = / (start|reversed|colspan|rowspan|scope|dir)\b/;
    assert.equal(attribute.test(sanitizeDescription(input)), isKept);
  });

for (const [property, kept, dropped] of [
  [
    'font-size',
    ['1px', '999px', '1.5em', '50%', 'xx-large', 'x-small', 'large', 'medium'],
    ['1000px', '1vw', 'xxx-large', 'calc(1px)'],
  ],
  [
    'font-family',
    [`${'a'.repeat(200)}`, '"Times New Roman", serif'],
    ['a'.repeat(201), 'url(x)', 'a;b'],
  ],
  ['font-weight', ['bold', 'normal', '100', '900'], ['1000', '50', 'bolder']],
  ['font-style', ['italic', 'normal'], ['oblique']],
  ['text-decoration', ['underline', 'line-through', 'none'], ['blink']],
  ['text-align', ['left', 'right', 'center', 'justify', 'start', 'end'], ['middle']],
  ['margin-left', ['0px', '999px'], ['1000px', '-1px', '1em']],
  ['color', [], ['red']],
  ['position', [], ['fixed']],
] as const)
  test(`keeps the values of ${property} that a letter may have, and drops others`, () => {
    const isKept = (value: string) =>
      sanitizeLetter(`<p style='${property}: ${value}'>Bread</p>`).includes(property);
    const lost = kept.filter((value) => !isKept(value));
    assert.deepEqual(lost, []);
    assert.deepEqual(dropped.filter(isKept), []);
  });
