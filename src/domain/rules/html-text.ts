import { Parser } from 'htmlparser2';

/** Elements whose content is no text of the page. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'title', 'textarea', 'iframe']);
/** Elements inside a line: `<b>B</b>read` is one word, `<li>Bread</li><li>Salt</li>` two. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** The text of an HTML fragment: tags dropped, entities decoded, white space folded to single spaces. */
export function htmlToText(html: string): string {
  let text = '';
  let muted = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (silent.has(name)) muted += 1;
        if (!inline.has(name)) text += ' ';
      },
      onclosetag(name) {
        if (silent.has(name)) muted -= 1;
        if (!inline.has(name)) text += ' ';
      },
      ontext(chunk) {
        if (muted === 0) text += chunk;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return text.replace(/[\s\u200b\ufeff]+/gu, ' ').trim();
}
