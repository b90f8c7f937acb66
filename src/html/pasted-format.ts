import { allowedLink } from './allowlists.ts';

export interface Format {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  script: 'sub' | 'sup' | '';
  href: string;
  /** White space is preserved: a line break of the text is a line break of the letter. */
  pre: boolean;
  align: 'center' | 'right' | '';
}

export const plainFormat: Format = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  script: '',
  href: '',
  pre: false,
  align: '',
};

/** The rules that apply to an element, in the order of the style sheets. */
export type StyleSheets = ReadonlyMap<Element, readonly CSSStyleDeclaration[]>;

/** `replaceSync` ignores `@import`, so nothing is loaded. */
export function styleSheetsOf(root: DocumentFragment): StyleSheets {
  const declarations = new Map<Element, CSSStyleDeclaration[]>();
  for (const { textContent } of root.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(textContent ?? '');
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule)
        for (const element of root.querySelectorAll(rule.selectorText))
          declarations.set(element, [...(declarations.get(element) ?? []), rule.style]);
  }
  return declarations;
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
