import { allowlists } from './allowlists.ts';

const { elements, attributes, schemes, removed } = allowlists.section;
const allowed = new Set(elements.split(' '));
const removedElements = new Set(removed.split(' '));
const attributesOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(attributes));

/**
 * No event handler, style, form or frame of the fetched page is included, and nothing hidden from assistive technology.
 * Addresses are resolved against `base`.
 */
export function copySection(source: Node, base: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) fragment.append(node.textContent ?? '');
    if (
      node instanceof Element &&
      !removedElements.has(node.localName) &&
      node.getAttribute('aria-hidden') !== 'true'
    )
      fragment.append(copyElement(node, base));
  }
  return fragment;
}

function copyElement(element: Element, base: string): Node {
  const content = copySection(element, base);
  const { localName } = element;
  if (!allowed.has(localName)) return content;
  const copy = document.createElement(localName);
  for (const name of attributesOf.get(localName) ?? []) {
    const value = element.getAttribute(name);
    const isAddress = name === 'href' || name === 'src';
    const safe = value !== null && isAddress ? resolveAddress(value, base) : value;
    if (safe !== null) copy.setAttribute(name, safe);
  }
  copy.append(content);
  return copy;
}

function resolveAddress(value: string, base: string): string | null {
  try {
    const { protocol, href } = new URL(value, base);
    return schemes.some((scheme) => protocol === `${scheme}:`) ? href : null;
  } catch {
    return null;
  }
}
