import { Fragment, isValidElement, type ReactNode } from 'react';
import { escapeMarkup } from '#src/html/text-to-html.ts';

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/**
 * Renders plain components to HTML. Throws at a hook, a promise, a client component or an event handler.
 */
export function renderStaticHtml(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string' || typeof node === 'number') return escapeMarkup(String(node));
  if (Array.isArray(node)) return node.map(renderStaticHtml).join('');
  if (!isValidElement<Props>(node)) throw new Error('renderStaticHtml: not a React node');
  const { type, props } = node;
  if (type === Fragment) return renderStaticHtml(props.children);
  if (typeof type === 'function' && !('$$typeof' in type))
    return renderStaticHtml((type as (props: Props) => ReactNode)(props));
  if (typeof type !== 'string')
    throw new Error('renderStaticHtml: only elements and server components can be rendered');
  return renderElement(type, props);
}

const voidElements = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);

function renderElement(name: string, props: Props): string {
  const { children, ...attributes } = props;
  const start = `<${name}${Object.entries(attributes).map(renderAttribute).join('')}>`;
  return voidElements.has(name) ? start : `${start}${renderStaticHtml(children)}</${name}>`;
}

const attributeNames: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  fetchPriority: 'fetchpriority',
  srcSet: 'srcset',
  popoverTarget: 'popovertarget',
  popoverTargetAction: 'popovertargetaction',
};

function renderAttribute([prop, value]: readonly [string, unknown]): string {
  if (value === undefined || value === null) return '';
  const name = attributeNames[prop] ?? prop;
  const enumerated = name.startsWith('aria-') || name.startsWith('data-');
  if (typeof value === 'boolean' && !enumerated) return value ? ` ${name}=""` : '';
  if (!['string', 'number', 'boolean'].includes(typeof value) || /^on[A-Z]|^dangerously/.test(prop))
    throw new Error(`renderStaticHtml: ${prop} cannot be rendered`);
  return ` ${name}="${escapeMarkup(String(value))}"`;
}

/**
 * HTML between the server component that renders it and the client component that writes it into the
 * document. React runs the two in separate module graphs, which share only the global object.
 */
interface StoredHtml {
  readonly html: string;
  readonly storedAt: number;
}

const shared = globalThis as { [key: symbol]: Map<string, StoredHtml> | undefined };
const storeKey = Symbol.for('careers.static-html');

/** In milliseconds. Writing a document takes only a few. */
const maxAgeMs = 30_000;

function store(): Map<string, StoredHtml> {
  shared[storeKey] ??= new Map();
  return shared[storeKey];
}

/** Stores `html` and deletes expired entries. `key` is derived from the HTML. */
export function storeStaticHtml(key: string, html: string, now: number = Date.now()): void {
  const entries = store();
  entries.delete(key);
  entries.set(key, { html, storedAt: now });
  for (const [oldKey, { storedAt }] of entries) {
    if (now - storedAt <= maxAgeMs) break;
    entries.delete(oldKey);
  }
}

export function getStaticHtml(key: string): string | undefined {
  return store().get(key)?.html;
}
