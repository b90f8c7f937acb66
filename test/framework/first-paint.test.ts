import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFirstPaint } from '#src/framework/first-paint.ts';

const rules = '@layer base{.a{top:0}}@font-face{font-family:Fallback;src:local("Arial")}';
const font = (name: string) =>
  `@font-face{font-family:F;src:url(/assets/f-${name}-Ab_-5678.woff2)}`;
const css = `${font('latin')}${rules}${font('latin-more')}`;
const fonts = font('latin') + font('latin-more');
const changeHead = (head: string, metadata: readonly Buffer[] = []) =>
  createFirstPaint(css).changeHead(head, metadata).join('');

test('all rules are inline, except those of web fonts, which are a file', () => {
  const { file } = createFirstPaint(css);
  assert.equal(file.css, fonts);
  assert.match(file.path, /^\/assets\/fonts-[\w-]{8}\.css$/);
  assert.notEqual(createFirstPaint(font('latin')).file.path, file.path);
  const head = changeHead('<title>A</title>');
  assert.ok(head.includes(`>${rules}</style>`));
  assert.ok(head.endsWith(`<noscript><link rel="stylesheet" href="${file.path}"></noscript>`));
});

test('the page lists the file of the fonts, the Latin fonts and its scripts, and announces no script', () => {
  const head = changeHead(
    '<link rel="modulepreload" href="/assets/home.js" crossorigin="" fetchPriority="low"/><title>modulepreload</title>',
  );
  const { path } = createFirstPaint(css).file;
  const latin = '/assets/f-latin-Ab_-5678.woff2';
  assert.ok(head.includes(`data-after-paint="${path} ${latin} /assets/home.js"`), head);
  assert.ok(!head.includes('rel="modulepreload"'));
});

test('the styles are after the title and the metadata, and before the script that reads the list', () => {
  const metadata = [Buffer.from('<meta property="og:title"/>')];
  const head = changeHead('<title>A</title><meta name="a"/><script>x</script>', metadata);
  assert.match(
    head,
    /^<title>A<\/title><meta name="a"\/><meta property="og:title"\/><style .*<\/style><script>x/,
  );
});

test("Waku's bootstrap waits for the first paint before it starts the scripts", () => {
  const { changeScript } = createFirstPaint(css);
  assert.equal(
    changeScript('a=1;import("/assets/index.js").catch(e)'),
    'a=1;afterPaint.then(()=>import("/assets/index.js")).catch(e)',
  );
});
