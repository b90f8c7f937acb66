import { escapeMarkup } from './text-to-html.ts';

/** XML 1.0 does not allow these characters. Halves of surrogate pairs are among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const xmlText = (text: string): string => escapeMarkup(text.replace(notXml, ''));

/** Parsers convert line ends and tabs in attributes to spaces, unless they are character references. */
const xmlAttribute = (text: string): string =>
  xmlText(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns an element, or nothing if it has neither content nor attributes. */
export function xml(
  name: string,
  content: string | readonly string[] | undefined,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlAttribute(value)}"`);
  const inner = typeof content === 'string' ? xmlText(content) : (content ?? []).join('');
  if (inner === '') return list.length === 0 ? '' : `<${name}${list.join('')}/>`;
  return `<${name}${list.join('')}>${inner}</${name}>`;
}

export const xmlDocument = (root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
