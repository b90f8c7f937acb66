import { Parser } from 'htmlparser2';
import { limits } from '#src/domain/model/limits.ts';

/** Elements whose content is not displayed as text. */
export const hiddenElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'textarea',
  'iframe',
]);
/** Inline elements: `<b>B</b>read` is one word, `<li>Bread</li><li>Salt</li>` are two. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** The text of an HTML fragment: tags removed, entities decoded, white space collapsed to single spaces. */
export function htmlToText(html: string): string {
  let text = '';
  let hiddenDepth = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (hiddenElements.has(name)) hiddenDepth += 1;
        if (!inline.has(name)) text += ' ';
      },
      onclosetag(name) {
        if (hiddenElements.has(name)) hiddenDepth -= 1;
        if (!inline.has(name)) text += ' ';
      },
      ontext(chunk) {
        if (hiddenDepth === 0) text += chunk;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return text.replace(/[\s\u200b\ufeff]+/gu, ' ').trim();
}

/**
 * Section 2 and contract decision 4: the first 250 characters (UTF-16 code units) of the description's
 * text and an ellipsis, or the whole text if it is not longer. A surrogate pair is not split.
 */
export function preview(html: string, characters: number = limits.previewCharacters): string {
  const text = htmlToText(html);
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? characters - 1 : characters)}…`;
}
