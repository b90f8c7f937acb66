/** Elements copied, with the attributes copied on each. Everything else keeps its text only. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  blockquote: [],
  br: [],
  dd: [],
  dl: [],
  dt: [],
  em: [],
  figcaption: [],
  figure: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  hr: [],
  img: ['src', 'alt', 'width', 'height'],
  li: [],
  ol: [],
  p: [],
  strong: [],
  table: [],
  tbody: [],
  td: [],
  th: [],
  thead: [],
  tr: [],
  ul: [],
};

/** Elements whose text is no text for people. */
const dropped = new Set([
  'head',
  'iframe',
  'noscript',
  'object',
  'script',
  'style',
  'template',
  'title',
]);

const addresses = new Set(['href', 'src']);

/**
 * What may be shown of a fetched page: new elements made after a list, never the page's own nodes, so
 * that no handler, style, form or frame of it can come along. Addresses are resolved against the page's
 * own, and kept only where they are http(s).
 */
export function safeFragment(source: Node, base: string, into: Document): DocumentFragment {
  const fragment = into.createDocumentFragment();
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) fragment.append(node.textContent ?? '');
    if (node instanceof Element && !dropped.has(node.localName))
      fragment.append(copyOf(node, base, into));
  }
  return fragment;
}

function copyOf(element: Element, base: string, into: Document): Node {
  const inside = safeFragment(element, base, into);
  // Own names only: an element called 'constructor' is none of these.
  const attributes = Object.hasOwn(allowed, element.localName)
    ? allowed[element.localName]
    : undefined;
  if (!attributes) return inside;
  const copy = into.createElement(element.localName);
  for (const name of attributes) {
    const value = element.getAttribute(name);
    const safe = value !== null && addresses.has(name) ? httpAddress(value, base) : value;
    if (safe !== null) copy.setAttribute(name, safe);
  }
  copy.append(inside);
  return copy;
}

function httpAddress(value: string, base: string): string | null {
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
