/** Characters that XML 1.0 does not allow, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as XML, in an element or a quoted attribute. */
export const xmlText = (text: string): string =>
  text.replace(notXml, '').replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/**
 * An XML element; `content` is a text or elements. An absent or empty content gives no element, unless it has attributes.
 */
export function xml(
  name: string,
  content: string | readonly string[] | undefined,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = typeof content === 'string' ? xmlText(content) : (content ?? []).join('');
  if (inner === '') return list.length === 0 ? '' : `<${name}${list.join('')}/>`;
  return `<${name}${list.join('')}>${inner}</${name}>`;
}

export const xmlDocument = (root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
