import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { codePoint } from '#test/support/code-point.ts';

const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'target'],
  abbr: ['title'],
  ol: ['start', 'reversed'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  ...Object.fromEntries(
    'p div br hr blockquote pre h3 h4 h5 h6 ul li dl dt dd table caption thead tbody tfoot tr b strong i em u s small sub sup mark code'
      .split(' ')
      .map((tag) => [tag, []]),
  ),
};

/** Parses the output and fails on anything that is not in the list. */
function assertHarmless(html: string) {
  const parser = new Parser({
    onopentag(name, attributes) {
      const attributesOf = allowed[name];
      assert.ok(attributesOf, `<${name}> in ${html}`);
      for (const [attribute, value] of Object.entries(attributes)) {
        assert.ok([...attributesOf, 'lang', 'dir'].includes(attribute), `${attribute} in ${html}`);
        if (attribute === 'href') assert.match(value, /^(?:https?:\/\/|mailto:|tel:)/i);
      }
    },
    oncomment: () => assert.fail(`a comment in ${html}`),
    onprocessinginstruction: () => assert.fail(`a declaration in ${html}`),
  });
  parser.end(html);
}

const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="  java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="/admin">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p id="openings" class="dialog" data-x="1" slot="y">x</p>',
  '<input name="firstname" autofocus onfocus=alert(1)>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>*{display:none}</style>',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!DOCTYPE html><html><body onload=alert(1)>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><?php echo 1 ?>',
  '<td colspan="1000000" rowspan="-1">x</td>',
  '<p title="<h1>">x</p><abbr title="</abbr><img src=x onerror=alert(1)>">y</abbr>',
  '</main></body></html><p>after</p>',
  '<p>unclosed <a href="https://ok.example',
];

/** Nothing harmful is left, a second time changes nothing, and text before it is kept. */
function assertCleaned(html: string): void {
  const clean = sanitizeDescription(html);
  assertHarmless(clean);
  assert.equal(sanitizeDescription(clean), clean);
  assert.ok(sanitizeDescription(`<p>before</p>${html}`).startsWith('<p>before</p>'), html);
}
const assertSanitized = (html: string, expected: string) =>
  assert.equal(sanitizeDescription(html), expected);

describe('sanitizeDescription', () => {
  test('keeps spans of 1 to 99 cells, and no other value', () => {
    const cell = (value: string) =>
      /colspan="([^"]*)"/.exec(
        sanitizeDescription(`<table><tr><td colspan="${value}">x</td></tr></table>`),
      )?.[1];
    for (const value of ['1', '2', '10', '99']) assert.equal(cell(value), value);
    for (const value of ['0', '00', '01', '100', '1000', '-1', '+2', '2.5', '2px', ' 2', '1e1', ''])
      assert.equal(cell(value), undefined, value);
    const row =
      '<table><tr><th rowspan="0" scope="row">x</th><th rowspan="3" scope="all">y</th></tr></table>';
    assertSanitized(row, '<table><tr><th scope="row">x</th><th rowspan="3">y</th></tr></table>');
  });

  for (const html of hostile)
    test(`removes harmful content from ${JSON.stringify(html)}, and nothing before it`, () =>
      assertCleaned(html));

  test('returns only allowed elements for any input, and is idempotent', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...hostile),
      fc.constantFrom(
        ...'<h1>|</h1>|<h2>|</h3>|<h5>|<div>|<p>|<ul><li>|</li>|<td>|<a href="https://a.b/?c=d&e=f">|</a>|<noscript>|<svg>|<!--|-->|"|<|>|&|&lt;|&#60;script&#62;|\0|\u2028|'.split(
          '|',
        ),
      ),
      fc.string({ unit: codePoint }),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => assertCleaned(parts.join(''))),
      { numRuns: 500 },
    );
  });

  test('keeps paragraphs, lists, tables and emphasis', () => {
    const html =
      '<p>We bake <strong>bread</strong>.</p><ul><li>Mix</li><li>Proof</li></ul><ol start="3"><li>Bake</li></ol>' +
      '<table><thead><tr><th scope="col" colspan="2">Shift</th></tr></thead><tbody><tr><td>Night</td><td>22:00</td></tr></tbody></table>';
    assert.equal(sanitizeDescription(html), html);
  });

  test('keeps the text of unknown elements, and separates blocks', () => {
    assertSanitized('<center><font size="7">Bread</font></center>', 'Bread');
    assertSanitized('<section>One</section><article>Two</article>', '<div>One</div><div>Two</div>');
  });

  test('opens web links in a new tab', () => {
    assertSanitized(
      '<a href="https://bread.example/?a=1&b=2" rel="opener" target="_self">x</a>',
      '<a href="https://bread.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    );
    assertSanitized('<a href="tel:+2348012345678">x</a>', '<a href="tel:+2348012345678">x</a>');
  });

  test("continues the page's headings without skipping a level", () => {
    assertSanitized(
      '<h1>A</h1><h4>B</h4><h6>C</h6><h2>D</h2><h1>E</h1>',
      '<h3>A</h3><h4>B</h4><h5>C</h5><h4>D</h4><h3>E</h3>',
    );
    assertSanitized(
      '<h1><blockquote><h2>B</h2></blockquote>A</h1>',
      '<h3><blockquote><h4>B</h4></blockquote>A</h3>',
    );
  });

  test('lines break between words of Word, and not before French punctuation or within numbers', () => {
    const word = '<p>Bake&nbsp;bread,\u00a0(daily)&#160;in&nbsp;Lagos</p>';
    assert.equal(sanitizeDescription(word), '<p>Bake bread, (daily) in Lagos</p>');
    const french = '<p>Où\u00a0? «\u00a0Ici\u00a0», 10\u00a0000\u00a0F</p>';
    assert.equal(sanitizeDescription(french), french);
  });

  test('removes the empty paragraphs of an editor', () => {
    assertSanitized('<p>&nbsp;</p><p><br></p><p>Bread</p>', '<p>Bread</p>');
  });

  // The time limit finds quadratic parsing, which takes minutes.
  test('parses twenty thousand nested elements in linear time', { timeout: 60_000 }, () => {
    for (const tag of ['div', 'blockquote', 'ul><li', 'b']) {
      const clean = sanitizeDescription(`${`<${tag}>`.repeat(20_000)}`);
      assert.ok(clean.length < 2000, `${tag}: ${clean.length}`);
    }
  });

  test('limits the length of its output for any input', { timeout: 60_000 }, () => {
    assert.ok(sanitizeDescription('<p>bread & salt</p>'.repeat(1_000_000)).length < 400_000);
  });
});
