/** Word writes an item of a list as a paragraph, and Safari drops its styles. */
const word = (level: number, marker: string, text: string, name = 'p') =>
  `<${name} style="MSO-LIST: l0 level${level} lfo1">\n<span style="mso-list: ignore">${marker}<i> </i></span>${text}</${name}>`;
const wordInSafari = (marker: string) =>
  `<p class="MsoListParagraph x"><span>${marker}</span>&nbsp; <b>a</b></p>`;
const styled = (name: string, property: string, ...values: readonly string[]) =>
  values.map((value) => `<${name} style="${property}:${value}">${value}</${name}>`).join(' ');

/** Each rule of src/html/pasted-*.ts, on both sides: what is pasted, and what becomes of it in the letter. */
export const pastedRules: readonly (readonly [pasted: string, letter: string])[] = [
  // Text.
  ['<b>a</b><strong>b</strong>', '<p><strong>ab</strong></p>'],
  ['<i>a</i><em>b</em><cite>c</cite><dfn>d</dfn><var>e</var>', '<p><em>abcde</em></p>'],
  ['<u>a</u><ins>b</ins><s>c</s><strike>d</strike><del>e</del>', '<p><u>ab</u><s>cde</s></p>'],
  ['x<sub>2</sub><sup>3</sup>', '<p>x<sub>2</sub><sup>3</sup></p>'],
  [
    '<a href="https://a.example/">a</a> <a href="/b">b</a> <a name="c">c</a>',
    '<p><a href="https://a.example/">a</a> b c</p>',
  ],
  ['<a href="/a" style="text-decoration:underline">a</a>', '<p>a</p>'],
  [
    '<a href="tel:1"><u>a</u></a><a href="tel:2"><s>b</s></a>',
    '<p><a href="tel:1">a</a><a href="tel:2"><s>b</s></a></p>',
  ],
  [
    styled('b', 'font-weight', 'normal', 'lighter', '599', 'inherit', '600', 'bold', 'bolder'),
    '<p>normal lighter 599 <strong>inherit</strong> <strong>600</strong> <strong>bold</strong> <strong>bolder</strong></p>',
  ],
  ['<i style="font-weight:bold">a</i>', '<p><strong><em>a</em></strong></p>'],
  // Style sheets that a paste must survive: a selector with a namespace, and many rules.
  [
    '<style>@namespace o "x"; o|p{color:red} p{font-weight:bold}</style><p>a</p>',
    '<p><strong>a</strong></p>',
  ],
  [
    `<style>${'p{color:red}'.repeat(80_000)}i{font-weight:bold}</style><p>a<i>b</i></p>`,
    '<p>a<strong><em>b</em></strong></p>',
  ],
  [
    styled('em', 'font-style', 'normal', 'inherit', 'italic', 'oblique 9deg'),
    '<p>normal <em>inherit</em> <em>italic</em> <em>oblique 9deg</em></p>',
  ],
  ['<b style="font-style:oblique">a</b>', '<p><strong><em>a</em></strong></p>'],
  [
    styled(
      'u',
      'text-decoration',
      'none',
      'overline',
      'line-through',
      'underline',
      'underline line-through',
    ),
    '<p>none overline <s>line-through</s> <u>underline</u> <u><s>underline line-through</s></u></p>',
  ],
  [
    styled(
      's',
      'text-decoration',
      'none',
      'overline',
      'line-through',
      'underline',
      'underline line-through',
    ),
    '<p>none overline <s>line-through</s> <u>underline</u> <u><s>underline line-through</s></u></p>',
  ],
  ['<u>a <span style="text-decoration:none">b</span></u>', '<p><u>a b</u></p>'],
  [
    'a<span style="vertical-align:super">b</span>c<span style="vertical-align:sub">d</span>',
    '<p>a<sup>b</sup>c<sub>d</sub></p>',
  ],
  [
    '<style>p { font-weight: bold } p { font-weight: normal } em { font-style: normal } @media print { p { font-style: italic } }</style><p>a <em>b</em></p><p style="font-weight:bold">c</p>',
    '<p>a b</p><p><strong>c</strong></p>',
  ],
  [
    '<svg style="font-weight:bold"><text>a</text></svg><math style="font-weight:bold"><mi>b</mi></math>',
    '<p><strong>ab</strong></p>',
  ],
  [
    'a<script>b</script><style>c</style><template>d</template><xml>e</xml><!-- f --><noscript>g</noscript><img alt=h>',
    '<p>ag</p>',
  ],
  // Spaces and lines.
  ['<p> a \n b\t<b> c </b> d </p>', '<p>a b <strong>c </strong>d</p>'],
  ['a<b> </b>b', '<p>a<strong> </strong>b</p>'],
  ['a&nbsp;b a&nbsp; b', '<p>a&nbsp;b a b</p>'],
  ['a\u2003b', '<p>a\u2003b</p>'],
  ['<p>&nbsp;</p><p>\u200b</p><p>a</p>', '<p>a</p>'],
  [
    '<span class="Apple-converted-space">&nbsp;</span>a<span class="Apple-converted-space">&nbsp;</span>b<span class=x>&nbsp;</span>c',
    '<p>a b&nbsp;c</p>',
  ],
  ['a<br>', '<p>a</p>'],
  ['a <br> b', '<p>a<br>b</p>'],
  ['a<br> <br>b', '<p>a</p><p>b</p>'],
  ['<br><br>a', '<p>a</p>'],
  ['<b>a<br>b</b>', '<p><strong>a<br>b</strong></p>'],
  ['<pre>a  b\n\tc\r\nd</pre><textarea>e\nf</textarea>', '<p>a b<br>\u2003c<br>d</p><p>e<br>f</p>'],
  ...['pre', 'pre-line', 'break-spaces'].map(
    (value) => [`<pre style="white-space:${value}">a\nb</pre>`, '<p>a<br>b</p>'] as const,
  ),
  ...['normal', 'nowrap'].map(
    (value) => [`<pre style="white-space:${value}">a\nb</pre>`, '<p>a b</p>'] as const,
  ),
  // Blocks.
  [
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>g',
    '<h2>a</h2><h2>b</h2><h3>c</h3><h3>d</h3><h3>e</h3><h3>f</h3><p>g</p>',
  ],
  ['<h2><b>a</b> <i>b</i></h2>', '<h2>a <em>b</em></h2>'],
  ['a<div>b</div>c', '<p>a</p><p>b</p><p>c</p>'],
  ['<b><p>a</p></b>', '<p><strong>a</strong></p>'],
  [
    '<blockquote>a<blockquote>b</blockquote></blockquote><blockquote> </blockquote>',
    '<blockquote><p>a</p><p>b</p></blockquote>',
  ],
  [
    '<blockquote><h4>a</h4><ul><li>b</ul></blockquote>',
    '<blockquote><h3>a</h3><ul><li>b</li></ul></blockquote>',
  ],
  ['<center>a</center>', '<p style="text-align: center;">a</p>'],
  ['<div align=center><p>a</p></div>', '<p style="text-align: center;">a</p>'],
  [
    '<div align=right>a</div><div align=center><p style="text-align:right">b</p></div>',
    '<p style="text-align: right;">a</p><p style="text-align: right;">b</p>',
  ],
  [
    '<div align=left>a</div><div align=center><p style="text-align:left">b</p></div>',
    '<p>a</p><p>b</p>',
  ],
  // Lists.
  [
    '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
    '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
  ],
  [
    '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>',
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  ],
  ['<ul><ul><li>a</li></ul></ul>', '<ul><li><ul><li>a</li></ul></li></ul>'],
  [
    '<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol>',
    '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>',
  ],
  ['<li>a</li><li>b</li><li> </li>', '<ul><li>a</li><li>b</li></ul>'],
  ['<ol><li>a</li></ol><li>b</li>', '<ol><li>a</li></ol><ul><li>b</li></ul>'],
  ['<li> </li>', ''],
  [
    '<ul>a<li>b</li><b>c</b> <!-- d --></ul>',
    '<ul><li>a</li><li>b</li><li><strong>c</strong></li></ul>',
  ],
  ['<ul><li> </li></ul><ol></ol>', ''],
  [
    '<ul><li><p>a</p><p>b</p></li><li><h2>c</h2><h3>d</h3>e</li></ul>',
    '<ul><li>a<br>b</li><li>c<br>d<br>e</li></ul>',
  ],
  ['<ul><li>a<ul><li>b</li></ul><p>c</p></li></ul>', '<ul><li>a<ul><li>b</li></ul>c</li></ul>'],
  [
    '<ul><li align=center style="font-weight:bold">a<blockquote>b</blockquote></li></ul>',
    '<ul><li><strong>a</strong><blockquote><p style="text-align: center;"><strong>b</strong></p></blockquote></li></ul>',
  ],
  // Tables.
  [
    '<table><caption>a</caption><tr><th>b</th><td>c</td></tr><tr><td align=right>d</td></tr><tr><td> </td><td>e</td></tr></table>',
    '<p>a</p><p><strong>b</strong>\u2003c</p><p style="text-align: right;">d</p><p>e</p>',
  ],
  ['<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>', '<p>a</p><p>b</p><p>c</p>'],
  ['<table><tr><td><h2>a</h2></td><td>b</td></tr></table>', '<h2>a</h2><p>b</p>'],
  [
    '<table><tr><td style="font-style:italic">a</td><td></td><td>b</td><td>c</td></tr></table>',
    '<p><em>a</em>\u2003b\u2003c</p>',
  ],
  // Items of Word.
  ...['1.', 'a)', '(ii)'].map((marker) => [word(1, marker, 'a'), '<ol><li>a</li></ol>'] as const),
  ...['·', 'o'].map((marker) => [word(1, marker, 'a'), '<ul><li>a</li></ul>'] as const),
  [
    `${word(1, '1.', 'a')}${word(2, '·', 'b')}${word(3, '·', 'c')}${word(2, '·', 'd')}${word(1, '2.', 'e')}`,
    '<ol><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ol>',
  ],
  [word(2, '·', 'a'), '<ul><li>a</li></ul>'],
  [`<p>a <b>b</b></p>${word(2, '·', 'c')}`, '<p>a <strong>b</strong></p><ul><li>c</li></ul>'],
  [word(1, '1.', 'a', 'h1'), '<h2>1.<em> </em>a</h2>'],
  [word(1, '1.', 'a', 'li'), '<ol><li>a</li></ol>'],
  [
    '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>a</p>',
    '<ol><li>a</li></ol>',
  ],
  [
    '<p class=MsoListParagraph>a</p><p class=MsoListParagraph>• a</p><p class=x>•&nbsp; a</p>',
    '<p>a</p><p>• a</p><p>• a</p>',
  ],
  ...['·', '•', '▪', '§', 'o', '–', '-'].map(
    (marker) => [wordInSafari(marker), '<ul><li><strong>a</strong></li></ul>'] as const,
  ),
  ...['1.', 'iv)', '(a)'].map(
    (marker) => [wordInSafari(marker), '<ol><li><strong>a</strong></li></ol>'] as const,
  ),
  ...['12345.', '1'].map(
    (text) => [wordInSafari(text), `<p>${text} <strong>a</strong></p>`] as const,
  ),
];

/** A part of another page, and what the lightbox shows of it. */
export const sectionRules: readonly (readonly [source: string, copy: string])[] = [
  [
    '<p>a <a href="/b" title=x onclick=y>b</a> <a href="javascript:c">c</a> <a href="http://d.example/">d</a> <a href="mailto:e@f.example">e</a> <a name=g>g</a> <a href="https://[">h</a></p>',
    '<p>a <a href="https://site.example/b">b</a> <a>c</a> <a href="http://d.example/">d</a> <a href="mailto:e@f.example">e</a> <a>g</a> <a>h</a></p>',
  ],
  [
    '<img src="/a.png" alt="a" width=1 height=2 class=x style="color:red"> <img src="data:image/png;base64,x" alt="b"> <img alt="">',
    '<img src="https://site.example/a.png" alt="a" width="1" height="2"> <img alt="b"> <img alt="">',
  ],
  [
    '<p aria-hidden=true>a</p><p aria-hidden=false>b</p><iframe>c</iframe><noscript>d</noscript><object>e</object><script>f</script><style>g</style><template>h</template><title>i</title><form>j<input><button>k</button></form><!-- l -->',
    '<p>b</p>jk',
  ],
];
