import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCriticalStyles } from '#src/framework/critical-styles.ts';

const page = (css: string, body: string, head = '') =>
  `<!DOCTYPE html><html><head><style data-precedence="pages" data-href="pages">${css}</style>${head}</head><body>${body}</body></html>`;

/** The inline rules of a page with this body. */
function inline(css: string, body: string): string {
  const html = createCriticalStyles(css).shorten(page(css, body));
  return /<style[^>]*>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
}

for (const { rule, css, body, kept } of [
  { rule: 'a class of the page', css: '.a{top:0}', body: '<p class="b a">', kept: true },
  {
    rule: 'a class that the page does not have',
    css: '.a{top:0}',
    body: '<p class="ab">',
    kept: false,
  },
  { rule: 'a text that looks like a class', css: '.a{top:0}', body: '<p>class=a</p>', kept: false },
  { rule: 'an element, an attribute, an id', css: 'p[hidden]#x{top:0}', body: '', kept: true },
  { rule: 'one missing class of two', css: '.a .b{top:0}', body: '<p class="a">', kept: false },
  {
    rule: 'a missing class in :not()',
    css: '.a:not(.b){top:0}',
    body: '<p class="a">',
    kept: true,
  },
  {
    rule: 'a missing class in :is()',
    css: ':is(.a,.b:hover) p{top:0}',
    body: '<p class="a">',
    kept: true,
  },
  {
    rule: 'a missing class in :has()',
    css: '.a:has(.b){top:0}',
    body: '<p class="a">',
    kept: false,
  },
  { rule: 'a state of a class', css: '.a:hover::before{top:0}', body: '<p class="a">', kept: true },
  { rule: 'custom properties', css: ':root{--space:1px}', body: '', kept: true },
  { rule: 'the order of the layers', css: '@layer reset,base;', body: '', kept: true },
  {
    rule: 'a font of the system',
    css: '@font-face{font-family:F;src:local("Arial")}',
    body: '',
    kept: true,
  },
  { rule: 'a web font', css: '@font-face{font-family:F;src:url(/f.woff2)}', body: '', kept: false },
  {
    rule: 'a rule in a media query in a layer',
    css: '@layer base{@media (width>9px){.a{top:0}}}',
    body: '<p class="a">',
    kept: true,
  },
  {
    rule: 'a media query without rules',
    css: '@layer base{@media (width>9px){.a{top:0}}}',
    body: '',
    kept: false,
  },
])
  test(`the first paint ${kept ? 'has' : 'leaves out'} ${rule}`, () => {
    assert.equal(inline(css, body), kept ? css : '');
  });

test('of a list of selectors those that can match stay', () => {
  assert.equal(inline('.a,.b,p{top:0}', '<i class="b">'), '.b,p{top:0}');
});

test('keyframes stay with the rule that names them', () => {
  const css =
    '@keyframes spin{to{rotate:1turn}}.a{animation:1s spin}@keyframes fade{to{opacity:0}}.b{animation-name:fade}';
  assert.equal(
    inline(css, '<i class="a">'),
    '@keyframes spin{to{rotate:1turn}}.a{animation:1s spin}',
  );
});

test('the page lists the file of all rules, the Latin fonts and its scripts, and announces no script', () => {
  const css =
    '.a{top:0}@font-face{font-family:F;src:url(/assets/f-latin-Ab_-5678.woff2)}@font-face{font-family:F;src:url(/assets/f-latin-more-Ab_-5678.woff2)}';
  const { file, shorten } = createCriticalStyles(css);
  assert.equal(file.css, css);
  assert.match(file.path, /^\/assets\/pages-[\w-]{8}\.css$/);
  const scripts =
    '<link rel="modulepreload" href="/assets/home.js" crossorigin="" fetchPriority="low"/>';
  const html = shorten(page(css, '<code>modulepreload</code>', scripts));
  assert.ok(
    html.includes(`data-after-paint="${file.path} /assets/f-latin-Ab_-5678.woff2 /assets/home.js"`),
  );
  assert.ok(
    html.includes(`<noscript><link rel="stylesheet" href="${file.path}"></noscript></head>`),
  );
  assert.ok(!html.includes('rel="modulepreload"'));
  assert.notEqual(createCriticalStyles('.b{top:0}').file.path, file.path);
});

test('a page is whole whose text or data have the end of a head', () => {
  const css = '.a{top:0}';
  const body = '<p class="a">bread</p><script>push("Cook </head> and </head>")</script>';
  assert.ok(createCriticalStyles(css).shorten(page(css, body)).endsWith(`${body}</body></html>`));
});

test('a page without this stylesheet stays as it is', () => {
  const html =
    '<!DOCTYPE html><html><head><style>.a{top:0}</style></head><body class="b"></body></html>';
  assert.equal(createCriticalStyles('.a{top:0}').shorten(html), html);
});
