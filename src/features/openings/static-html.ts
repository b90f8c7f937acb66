import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

/** HTML made from components that only draw, and the stylesheets they asked for on the way. */
export interface StaticHtml {
  readonly html: string;
  readonly stylesheets: readonly ReactElement[];
}

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/**
 * Draws plain components into HTML. For long lists nobody interacts with by script: React's own way
 * sends each of them twice, as HTML and again as data (decision 082). Knows what such components use;
 * a hook, a promise, a client component or an event handler throws, so that nothing is lost in silence.
 */
export function staticHtml(node: ReactNode): StaticHtml {
  const stylesheets = new Map<string, ReactElement>();
  const draw = (part: ReactNode): string => {
    if (part === null || part === undefined || typeof part === 'boolean') return '';
    if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
    if (Array.isArray(part)) return part.map(draw).join('');
    if (!isValidElement<Props>(part)) throw new Error('staticHtml: not something to draw');
    const { type, props } = part;
    if (type === Fragment) return draw(props.children);
    if (typeof type === 'function' && !('$$typeof' in type))
      return draw((type as (given: Props) => ReactNode)(props));
    if (typeof type !== 'string')
      throw new Error('staticHtml: a component that needs script or time cannot be drawn');
    // A stylesheet belongs into the head, where React puts it once.
    if (type === 'link' && props.precedence !== undefined) {
      stylesheets.set(String(props.href), part);
      return '';
    }
    return drawElement(type, props, draw);
  };
  return { html: draw(node), stylesheets: [...stylesheets.values()] };
}

const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);

function drawElement(name: string, props: Props, draw: (part: ReactNode) => string): string {
  const { children, ...attributes } = props;
  const start = `<${name}${Object.entries(attributes).map(drawAttribute).join('')}>`;
  return voids.has(name) ? start : `${start}${draw(children)}</${name}>`;
}

const attributeNames: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
};

function drawAttribute([prop, value]: readonly [string, unknown]): string {
  if (value === undefined || value === null) return '';
  const name = attributeNames[prop] ?? prop;
  const spelled = name.startsWith('aria-') || name.startsWith('data-');
  if (typeof value === 'boolean' && !spelled) return value ? ` ${name}=""` : '';
  if (!['string', 'number', 'boolean'].includes(typeof value) || /^on[A-Z]|^dangerously/.test(prop))
    throw new Error(`staticHtml: ${prop} cannot be drawn`);
  return ` ${name}="${escapeHtml(String(value))}"`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
