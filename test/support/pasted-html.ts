import fc from 'fast-check';

/** A part of a document, and the text that a person sees of it. */
interface Pasted {
  readonly html: string;
  readonly text: string;
}

const wrappers: readonly ((html: string) => string)[] = [
  ...'p div span b i u s em strong sub sup h1 h3 blockquote section article center font ul ol li dl dt dd a pre form address'
    .split(' ')
    .map((tag) => (html: string) => `<${tag}>${html}</${tag}>`),
  (html) => `<b style="font-weight:normal" id="docs-internal-guid-1">${html}</b>`,
  (html) => `<span style="white-space:pre-wrap;font-weight:700">${html}</span>`,
  (html) => `<ul><li><p>${html}</p></li></ul>`,
  (html) => `<dl><dt>${html}</dt></dl>`,
  (html) => `<table><tbody><tr><td>${html}</td></tr></tbody></table>`,
  (html) => `<p class=MsoNormal>${html}<o:p></o:p></p>`,
  (html) => `<o:p>${html}</o:p>`,
  (html) => `<![if !supportLists]>${html}<![endif]>`,
  (html) => `<!--[if gte mso 9]><xml></xml><![endif]-->${html}`,
  (html) => `<style>p { color: red }</style>${html}`,
  (html) => `${html}<script>alert(1)</script>`,
  (html) => `<a href="javascript:alert(1)">${html}</a><br>`,
];

const word = fc
  .stringMatching(/^[a-zé]{1,8}$/)
  .map((text): Pasted => ({ html: ` ${text}&nbsp;`, text }));

/** Random nested HTML as programs put it on the clipboard. */
export const pastedHtml: fc.Arbitrary<Pasted> = fc.letrec<{ part: Pasted; group: Pasted }>(
  (tie) => ({
    part: fc.oneof({ maxDepth: 5, withCrossShrink: true }, word, tie('group')),
    group: fc
      .tuple(
        fc.constantFrom(...wrappers),
        fc.option(fc.constantFrom(...wrappers), { nil: (html: string) => html }),
        fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
      )
      .map(([outer, inner, parts]) => ({
        html: outer(inner(parts.map(({ html }) => html).join(''))),
        text: parts.map(({ text }) => text).join(''),
      })),
  }),
).group;
