import { messages } from '#src/domain/model/messages.ts';

/**
 * Fetches a page of this site, or the section that the fragment of `address` names. Resolves with its content, or
 * with an error message of section 8. Pages of other sites are not fetched.
 */
export async function loadContent(address: string, signal: AbortSignal): Promise<Node | string> {
  if (address === '') return messages.contentNotFound;
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) return messages.contentNotLoaded;
  try {
    const response = await fetch(url, { signal, headers: { accept: 'text/html, text/plain' } });
    if (response.status === 404 || response.status === 410) return messages.contentNotFound;
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !/^text\/(html|plain)\b/.test(type)) return messages.contentNotLoaded;
    const text = await response.text();
    if (type.startsWith('text/plain')) return document.createTextNode(text);
    const page = new DOMParser().parseFromString(text, 'text/html');
    const section =
      url.hash.length > 1
        ? page.getElementById(decodeURIComponent(url.hash.slice(1)))
        : (page.querySelector('main') ?? page.body);
    if (!section) return messages.contentNotFound;
    const content = safeFragment(section, url.href);
    return content.textContent?.trim() || content.querySelector('img')
      ? content
      : messages.contentNotFound;
  } catch {
    return messages.contentNotLoaded;
  }
}

/** Fetches a picture. Resolves with nothing, or with an error message of section 8. */
export async function loadPicture(address: string): Promise<undefined | string> {
  if (address === '') return messages.contentNotFound;
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return undefined;
  } catch {
    return messages.imageNotLoaded;
  }
}

/** Elements that are copied, with the attributes copied on each. Of all others only the content is copied. */
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

/** Elements that are not copied at all. */
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

/**
 * A copy of the content of `source`: new elements from an allowlist, so that no event handler, style, form or frame
 * of the fetched page is included, and nothing hidden from assistive technology. Addresses are resolved against
 * `base`; only http(s) is kept.
 */
function safeFragment(source: Node, base: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) fragment.append(node.textContent ?? '');
    if (
      node instanceof Element &&
      !dropped.has(node.localName) &&
      node.getAttribute('aria-hidden') !== 'true'
    )
      fragment.append(copyOf(node, base));
  }
  return fragment;
}

function copyOf(element: Element, base: string): Node {
  const content = safeFragment(element, base);
  // An element named 'constructor' must not find a property of Object.prototype.
  const attributes = Object.hasOwn(allowed, element.localName)
    ? allowed[element.localName]
    : undefined;
  if (!attributes) return content;
  const copy = document.createElement(element.localName);
  for (const name of attributes) {
    const value = element.getAttribute(name);
    const isAddress = name === 'href' || name === 'src';
    const safe = value !== null && isAddress ? httpAddress(value, base) : value;
    if (safe !== null) copy.setAttribute(name, safe);
  }
  copy.append(content);
  return copy;
}

function httpAddress(value: string, base: string): string | null {
  try {
    const { protocol, href } = new URL(value, base);
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}
