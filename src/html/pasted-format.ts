import { allowedLink } from './allowlists.ts';

export type Format = typeof plainFormat;
export const plainFormat = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  script: '' as 'sub' | 'sup' | '',
  href: '',
  /** White space is preserved: a line break of the text is a line break of the letter. */
  pre: false,
  align: '' as 'center' | 'right' | '',
};

/** The rules that apply to an element, in the order of the style sheets. */
export type StyleSheets = ReadonlyMap<Element, readonly CSSStyleDeclaration[]>;

/** `formatOf` reads these properties. */
const properties =
  'font-weight font-style text-decoration-line vertical-align white-space text-align'.split(' ');

/** The maximum of rules times elements, which take about a second. Further rules are ignored; the text is kept. */
const maxComparisons = 5_000_000;

/** `replaceSync` ignores `@import`, so nothing is loaded. */
export function styleSheetsOf(root: DocumentFragment): StyleSheets {
  const declarations = new Map<Element, CSSStyleDeclaration[]>();
  let rulesLeft = maxComparisons / root.querySelectorAll('*').length;
  for (const { textContent } of root.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet();
    if (!isDeeplyNested(textContent)) sheet.replaceSync(textContent);
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      const { style, selectorText } = rule;
      if (!properties.some((name) => style.getPropertyValue(name))) continue;
      rulesLeft -= 1;
      if (rulesLeft < 0) return declarations;
      // Alone, a selector with a prefix of `@namespace` would be an error.
      for (const element of root.querySelectorAll(`:is(${selectorText})`)) {
        const known = declarations.get(element);
        if (known) known.push(style);
        else declarations.set(element, [style]);
      }
    }
  }
  return declarations;
}

/** Chromium's parser of style sheets ends the process of the page at about 20,000 levels. */
function isDeeplyNested(css: string): boolean {
  let depth = 0;
  for (const [bracket] of css.matchAll(/[(){}]/g)) {
    depth += bracket === '(' || bracket === '{' ? 1 : -1;
    if (depth > 1000) return true;
  }
  return false;
}

export function formatOf(
  element: Element,
  inherited: Format,
  sheets: readonly CSSStyleDeclaration[] = [],
): Format {
  const format = { ...inherited };
  const { localName: name } = element;
  const own = { underline: /^(?:u|ins)$/.test(name), strike: /^(?:s|strike|del)$/.test(name) };
  if (/^(?:b|strong|th)$/.test(name)) format.bold = true;
  if (/^(?:i|em|cite|dfn|var)$/.test(name)) format.italic = true;
  if (name === 'sub' || name === 'sup') format.script = name;
  if (/^(?:pre|textarea)$/.test(name)) format.pre = true;
  if (name === 'a') format.href = allowedLink(element.getAttribute('href')) ?? '';
  const align = name === 'center' ? name : element.getAttribute('align');
  if (align) format.align = toAlign(align);
  // SVG and MathML elements have styles too.
  const inline =
    element instanceof HTMLElement ||
    element instanceof SVGElement ||
    element instanceof MathMLElement
      ? [element.style]
      : [];
  for (const style of [...sheets, ...inline]) {
    const { fontWeight, fontStyle, textDecorationLine, verticalAlign, whiteSpace, textAlign } =
      style;
    if (/^(?:normal|lighter|bold|bolder|\d+)$/.test(fontWeight))
      format.bold = fontWeight.startsWith('bold') || Number(fontWeight) >= 600;
    if (/^(?:normal|italic|oblique)/.test(fontStyle)) format.italic = fontStyle !== 'normal';
    if (textDecorationLine && name !== 'a') {
      own.underline = textDecorationLine.includes('underline');
      own.strike = textDecorationLine.includes('line-through');
    }
    if (verticalAlign === 'super') format.script = 'sup';
    if (verticalAlign === 'sub') format.script = 'sub';
    if (whiteSpace) format.pre = /^(?:pre|break)/.test(whiteSpace);
    if (textAlign) format.align = toAlign(textAlign);
  }
  format.underline ||= own.underline;
  format.strike ||= own.strike;
  return format;
}

const toAlign = (value: string) => (value === 'center' || value === 'right' ? value : '');
