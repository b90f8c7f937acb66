import sanitizeHtml from 'sanitize-html';

/**
 * The longest description or letter that is parsed, in UTF-16 code units. The rest is dropped, so that one
 * opening cannot block the process.
 */
const maxHtmlLength = 200_000;
/** The level below the titles of the page's sections. */
const topHeading = 3;
/** Elements that are nested deeper are dropped. */
const maxNesting = 32;

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
  // A relative URL of an API host would point into this site.
  allowProtocolRelative: false,
  nestingLimit: maxNesting,
  // Sections become blocks, so that their text does not run together; other layout elements are removed.
  transformTags: {
    a: sanitizeLink,
    th: sanitizeCell,
    td: sanitizeCell,
    ol: sanitizeList,
    section: 'div',
    article: 'div',
  },
  // Drops the empty paragraphs of editors, and links without an allowed URL.
  exclusiveFilter: ({ tag, attribs, text }) =>
    tag === 'a' && attribs.href === undefined ? 'excludeTag' : tag === 'p' && text.trim() === '',
};

/**
 * Makes an API host's HTML safe for a page (section 2, decision 008): an allowlist of tags and attributes, absolute links
 * with four schemes, no styles, images or embeds. Headings start at `topHeading` and skip no level, so that
 * they continue the page's outline. Idempotent. Server only: the parser is too large for the browser.
 */
export function sanitizeDescription(html: string): string {
  let clean = html.slice(0, maxHtmlLength);
  // The output of one pass may parse in another way than its input.
  for (let pass = 0, before = ''; pass < 4 && clean !== before; pass += 1) {
    before = clean;
    clean = sanitizeHtml(clean, policy);
  }
  return normalizeHeadings(clean);
}

function sanitizeLink(tagName: string, { href, lang, dir }: sanitizeHtml.Attributes) {
  const language = { ...(lang && { lang }), ...(dir && { dir }) };
  const url = href?.trim();
  if (!url || !/^(?:https?:\/\/|mailto:|tel:)/i.test(url)) return { tagName, attribs: language };
  // In a new tab, so that an applicant does not lose the form on the page.
  const isWebPage = /^http/i.test(url);
  return {
    tagName,
    attribs: {
      ...language,
      href: url,
      ...(isWebPage && { rel: 'noopener noreferrer nofollow', target: '_blank' }),
    },
  };
}

function sanitizeCell(tagName: string, attribs: sanitizeHtml.Attributes) {
  return {
    tagName,
    attribs: filterAttributes(attribs, {
      colspan: spanValue,
      rowspan: spanValue,
      scope: scopeValue,
    }),
  };
}

function sanitizeList(tagName: string, attribs: sanitizeHtml.Attributes) {
  return { tagName, attribs: filterAttributes(attribs, { start: /^-?\d{1,6}$/, reversed: /^$/ }) };
}

const spanValue = /^[1-9]\d?$/;
const scopeValue = /^(?:row|col|rowgroup|colgroup)$/;

/** Drops the attributes named in `rules` whose value does not match. */
function filterAttributes(
  attribs: sanitizeHtml.Attributes,
  rules: Readonly<Record<string, RegExp>>,
): sanitizeHtml.Attributes {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => rules[name]?.test(value) ?? true),
  );
}

/** For sanitized HTML only, where every `<` begins a tag. */
function normalizeHeadings(html: string): string {
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
