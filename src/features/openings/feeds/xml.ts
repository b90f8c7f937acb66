import { setImmediate } from 'node:timers/promises';
import { escapeMarkup } from '#src/html/text-to-html.ts';

/** Characters that XML 1.0 does not allow, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** A text as XML, in an element or a quoted attribute. */
const xmlText = (text: string): string => escapeMarkup(text.replace(notXml, ''));

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

/** How long a turn of the event loop may take, in milliseconds. */
const turnMs = 8;

/** `items.map(map)` for work that would block the process: other requests are answered in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - start < turnMs) continue;
    await setImmediate();
    start = performance.now();
  }
  return results;
}
