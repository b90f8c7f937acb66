import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import type { CheckedPicture } from './raster-picture.ts';

const elements = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask pattern symbol use filter feGaussianBlur feOffset feMerge feMergeNode feBlend feColorMatrix feFlood feComposite'.split(
    ' ',
  ),
);
/** Whether an element was added by an editor. It is left out with its content. */
const isMetadata = (name: string): boolean => name === 'metadata' || name.includes(':');

const attributes = new Set(
  'xmlns xmlns:xlink xlink:href href id class version viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy dx dy d points transform gradientTransform gradientUnits spreadMethod offset stop-color stop-opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits patternUnits patternTransform patternContentUnits preserveAspectRatio pathLength paint-order vector-effect shape-rendering text-anchor font-family font-size font-weight font-style letter-spacing textLength lengthAdjust filter filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 stdDeviation type values flood-color flood-opacity color-interpolation-filters overflow role aria-label aria-hidden'.split(
    ' ',
  ),
);
const namespaces = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'];

/**
 * Reads a drawing, and writes the allowed parts again: no script, style, picture or address outside the file, no
 * comment and no data of an editor. @throws Error with the first thing that is not allowed
 */
export function readSvg(bytes: Buffer): CheckedPicture {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const nodes = allowedNodes(parseDocument(text, { xmlMode: true }));
  const [root, other] = nodes.filter((node) => 'attribs' in node);
  if (!root) throw new Error('is no SVG file');
  const misplaced = root.name === 'svg' ? other : root;
  if (misplaced) throw new Error(`<${misplaced.name}> is not allowed here in an SVG file`);
  const body = DomUtils.getOuterHTML(root, { xmlMode: true });
  return { body: Buffer.from(body), ...sizeOf(root.attribs) };
}

type Node = ReturnType<typeof parseDocument>['children'][number];

function allowedNodes(parent: { readonly children: readonly Node[] }): Node[] {
  return parent.children.filter((node) => {
    if (node.type === ElementType.CDATA) throw new Error('an SVG file has no CDATA');
    if (!('attribs' in node)) {
      if ('name' in node && node.name !== '?xml')
        throw new Error('an SVG file has no DOCTYPE and no instruction');
      return node.type === ElementType.Text;
    }
    const { name, attribs } = node;
    if (isMetadata(name)) return false;
    if (!elements.has(name)) throw new Error(`<${name}> is not allowed here in an SVG file`);
    const kept = Object.entries(attribs).filter(([key, value]) => isKept(name, key, value));
    node.attribs = Object.fromEntries(kept);
    node.children = allowedNodes(node);
    return true;
  });
}

function isKept(name: string, key: string, value: string): boolean {
  if (key.startsWith('xmlns')) return namespaces.includes(value);
  if (key.includes(':') && key !== 'xlink:href') return false;
  if (!attributes.has(key)) throw new Error(`${key} of <${name}> is not allowed in an SVG file`);
  const isForeign = key.endsWith('href')
    ? !/^#[\w.-]+$/.test(value)
    : /[\\@]|url\((?!["']?#[\w.-]+["']?\))/i.test(value);
  if (isForeign) throw new Error(`${key}="${value.slice(0, 40)}" is not in the SVG file itself`);
  return true;
}

function sizeOf({ width, height, viewBox = '' }: Readonly<Record<string, string>>) {
  const [, , boxWidth, boxHeight] = viewBox.split(/[\s,]+/).map(Number);
  const number = (text: string | undefined, other: number | undefined) =>
    Math.round(/^[\d.]+(?:px)?$/.test(text ?? '') ? Number.parseFloat(text ?? '') : (other ?? 0));
  const size = { width: number(width, boxWidth), height: number(height, boxHeight) };
  if (!(size.width > 0 && size.height > 0))
    throw new Error('an SVG file has a width and a height, or a viewBox');
  return size;
}
