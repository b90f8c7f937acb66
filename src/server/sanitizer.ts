import sanitizeHtml from 'sanitize-html';

/**
 * Longest description or letter looked at, in UTF-16 code units. A host's text beyond it is left out:
 * nobody reads a hundred pages, and one opening must not hold up the process that serves all others.
 */
const longestHtml = 200_000;
/** What nests deeper is left out; no advertisement does. */
const deepest = 32;

const blocks = 'p div br hr blockquote pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd'.split(' ');
const tables = 'table caption thead tbody tfoot tr th td'.split(' ');
const phrases = 'a abbr b strong i em u s small sub sup mark code'.split(' ');

const policy: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...tables, ...phrases],
  allowedAttributes: {
    '*': ['lang', { name: 'dir', values: ['ltr', 'rtl', 'auto'] }],
    a: ['href', 'rel', 'target'],
    abbr: ['title'],
    ol: ['start', 'reversed'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href'],
  // A host's relative address would point into this site.
  allowProtocolRelative: false,
  nestingLimit: deepest,
  // Only what keeps two paragraphs from running into one; the rest of a layout is dropped, its text kept.
  transformTags: { a: link, th: cell, td: cell, ol: list, section: 'div', article: 'div' },
  // Editors leave empty paragraphs behind; a link that lost its address is no link.
  exclusiveFilter: ({ tag, attribs, text }) =>
    tag === 'a' && attribs.href === undefined ? 'excludeTag' : tag === 'p' && text.trim() === '',
};

/**
 * A host's HTML made safe to stand in a page (section 2; decision 008): tags and attributes by
 * allow-list, links absolute and of four schemes, no styles, images or embeds. Headings start at
 * `topHeading` and skip no level, so that they continue the page's own outline. The result of a
 * sanitised text is that text. Server only: the parser must not reach the browser.
 */
export function sanitizeDescription(html: string, topHeading: 2 | 3 | 4 = 3): string {
  let clean = html.slice(0, longestHtml);
  // What is left after one pass can nest in another way than it did, and so parse in another way.
  for (let pass = 0, before = ''; pass < 4 && clean !== before; pass += 1) {
    before = clean;
    clean = sanitizeHtml(clean, policy);
  }
  return levelHeadings(clean, topHeading);
}

function link(tagName: string, { href, lang, dir }: sanitizeHtml.Attributes) {
  const kept = { ...(lang && { lang }), ...(dir && { dir }) };
  const address = href?.trim();
  if (!address || !/^(?:https?:\/\/|mailto:|tel:)/i.test(address))
    return { tagName, attribs: kept };
  // Leaving the page would cost an applicant what they have typed below.
  const leaves = /^http/i.test(address);
  return {
    tagName,
    attribs: {
      ...kept,
      href: address,
      ...(leaves && { rel: 'noopener noreferrer nofollow', target: '_blank' }),
    },
  };
}

function cell(tagName: string, attribs: sanitizeHtml.Attributes) {
  return { tagName, attribs: keepIf(attribs, { colspan: span, rowspan: span, scope: scopeValue }) };
}

function list(tagName: string, attribs: sanitizeHtml.Attributes) {
  return { tagName, attribs: keepIf(attribs, { start: /^-?\d{1,6}$/, reversed: /^$/ }) };
}

const span = /^[1-9]\d?$/;
const scopeValue = /^(?:row|col|rowgroup|colgroup)$/;

/** Drops the attributes named in `rules` whose value does not match. */
function keepIf(
  attribs: sanitizeHtml.Attributes,
  rules: Readonly<Record<string, RegExp>>,
): sanitizeHtml.Attributes {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => rules[name]?.test(value) ?? true),
  );
}

/** Works on sanitised HTML only: there, every `<` begins a tag. */
function levelHeadings(html: string, topHeading: number): string {
  const outline: number[] = [];
  const unclosed: number[] = [];
  return html.replace(/<(\/?)h([1-6])/g, (_, slash: string, digit: string) => {
    if (slash !== '') return `</h${unclosed.pop() ?? topHeading}`;
    const original = Number(digit);
    while ((outline.at(-1) ?? 0) >= original) outline.pop();
    outline.push(original);
    const level = Math.min(topHeading + outline.length - 1, 6);
    unclosed.push(level);
    return `<h${level}`;
  });
}
