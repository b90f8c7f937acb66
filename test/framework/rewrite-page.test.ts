import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageRewriter, dataScript } from '#src/framework/rewrite-page.ts';
import { markerOf } from '#src/framework/static-marker.ts';
import { browserTexts, browserTextsId } from '#src/language/server.ts';
import { createPageRecord } from '#src/request/page-record.ts';

const nonce = '00112233445566778899aabbccddeeff';
const attribute = ` nonce="${nonce}"`;
const list = '<a href="/application/9">é 9</a>';
const firstPaint = {
  changeHead: (head: string) => [head, Buffer.from('<é>')],
  changeScript: (script: string) => `later(${script})`,
};

const record = {
  ...createPageRecord(),
  nonce,
  staticHtml: new Map([['list', Buffer.from(list)]]),
  structuredData: [{ name: 'Baker' }],
  sections: new Set(['copyLink'] as const),
};
const json = '<script type="application/ld+json">{"name":"Baker"}</script>';
const texts = dataScript(
  `type="application/json" id="${browserTextsId}"`,
  browserTexts(record.sections),
);

/** Returns the page, written in two parts. */
function rewrite(page: string, cut: number, keepsNonce = false) {
  const rewriter = createPageRewriter(record, { keepsNonce, firstPaint });
  const bytes = Buffer.from(page);
  const first = Buffer.concat(rewriter.write(bytes.subarray(0, cut)));
  const rest = [...rewriter.write(bytes.subarray(cut)), ...rewriter.end()];
  return {
    first: first.toString(),
    html: Buffer.concat([first, ...rest]).toString(),
    scripts: rewriter.scripts.map(String),
  };
}

const page = `<html><head><title>É</title></head><body>é</head><div>${markerOf('list')}</div>${markerOf('none')}<script id="_R_"${attribute}>import("/assets/a.js")</script><script${attribute}>push("${markerOf('list')}<\\/script>")</script><p>ö</p></body></html>`;

for (const keepsNonce of [false, true])
  test(`changes head, static HTML and scripts wherever the page is cut; the nonce is ${keepsNonce ? 'kept' : 'removed'}`, () => {
    const kept = keepsNonce ? attribute : '';
    const expected = `<html><head><title>É</title><é>${json}</head><body>é</head><div>${list}</div>${texts}<script id="_R_"${kept}>later(import("/assets/a.js"))</script><script${kept}>push("${markerOf('list')}<\\/script>")</script><p>ö</p></body></html>`;
    for (let cut = 0; cut <= Buffer.byteLength(page); cut += 1) {
      const { html, scripts } = rewrite(page, cut, keepsNonce);
      assert.equal(html, expected);
      assert.deepEqual(scripts, [
        'later(import("/assets/a.js"))',
        `push("${markerOf('list')}<\\/script>")`,
      ]);
    }
  });

test('sends each complete part of a streamed page at once', () => {
  const shell = `<html><head></head><body><p>wait</p><script${attribute}>run()</script>`;
  const { first } = rewrite(`${shell}<p>late</p>`, Buffer.byteLength(shell), true);
  assert.equal(
    first,
    `<html><head><é>${json}</head><body><p>wait</p>${texts}<script${attribute}>run()</script>`,
  );
});

test('removes the nonce of other elements, and knows the scripts of the head', () => {
  const { html, scripts } = rewrite(
    `<head><script${attribute}>a</script></head><style${attribute}>b</style><script${attribute}>c</script>`,
    0,
  );
  assert.equal(
    html,
    `<head><script>a</script><é>${json}</head><style>b</style>${texts}<script>c</script>`,
  );
  assert.deepEqual(scripts, ['a', 'c']);
});
