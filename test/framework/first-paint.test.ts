import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFirstPaint, type FirstPaint } from '#src/framework/first-paint.ts';

const rules = '@layer base{.a{top:0}}@font-face{font-family:Fallback;src:local("Arial")}';
const font = (name: string) =>
  `@font-face{font-family:F;src:url(/assets/f-${name}-Ab_-5678.woff2)}`;
const css = `${font('latin')}${rules}${font('latin-more')}`;
const fonts = font('latin') + font('latin-more');
const styles = { home: css, other: `${css}.o{top:0}` };
const changeHead = (head: string, options: Partial<Parameters<FirstPaint['changeHead']>[1]> = {}) =>
  createFirstPaint(styles)
    .changeHead(head, { metadata: [], styles: 'home', ...options })
    .join('');

test('all rules are inline, except those of web fonts, which are a file', () => {
  const { file } = createFirstPaint(styles);
  assert.equal(file.css, fonts);
  assert.match(file.path, /^\/assets\/fonts-[\w-]{8}\.css$/);
  assert.notEqual(createFirstPaint({ ...styles, home: font('latin') }).file.path, file.path);
  const head = changeHead('<title>A</title>');
  assert.ok(head.includes(`>${rules}</style>`));
  assert.ok(head.endsWith(`<noscript><link rel="stylesheet" href="${file.path}"></noscript>`));
});

test('the page lists the file of the fonts, the Latin fonts and its scripts, and announces no script', () => {
  const head = changeHead(
    '<link rel="modulepreload" href="/assets/home.js" crossorigin="" fetchPriority="low"/><title>modulepreload</title>',
  );
  const { path } = createFirstPaint(styles).file;
  const latin = '/assets/f-latin-Ab_-5678.woff2';
  assert.ok(head.includes(`data-after-paint="${path} ${latin} /assets/home.js"`), head);
  assert.ok(!head.includes('rel="modulepreload"'));
});

test('the styles are after the title and the metadata, and before the script that reads the list', () => {
  const metadata = [Buffer.from('<meta property="og:title"/>')];
  const head = changeHead('<title>A</title><meta name="a"/><script>x</script>', { metadata });
  assert.match(
    head,
    /^<title>A<\/title><meta name="a"\/><meta property="og:title"\/><style .*<\/style><script>x/,
  );
});

test('home has a stylesheet, and the other pages have another one', () => {
  assert.ok(!changeHead('').includes('.o{'));
  assert.ok(changeHead('', { styles: 'other' }).includes('.o{top:0}</style>'));
});

test("Waku's bootstrap waits for the first paint before it starts the scripts", () => {
  const { changeScript } = createFirstPaint(styles);
  assert.equal(
    changeScript('a=1;import("/assets/index.js").catch(e)'),
    'a=1;afterPaint.then(()=>import("/assets/index.js")).catch(e)',
  );
});
