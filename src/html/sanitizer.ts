import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';
import { allowedLink, allowlists } from './allowlists.ts';
import { withBreakingSpaces } from './html-text.ts';

/** The unit is UTF-16 code units. A longer description would block the process. */
const maxDescriptionLength = 200_000;
/** The titles of the page's sections have the level above. */
const topHeading = 3;

const divs = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'div']));

const attributesOf = (kind: 'description' | 'letter') =>
  Object.fromEntries(
    Object.entries(allowlists[kind].attributes).map(([name, allowed]) => [name, [...allowed]]),
  );

const optionsOf = (kind: 'description' | 'letter'): sanitizeHtml.IOptions => {
  const { elements, schemes, removed, blocks } = allowlists[kind];
  return {
    allowedTags: elements.split(' '),
    allowedAttributes: attributesOf(kind),
    allowedSchemes: [...schemes],
    allowedSchemesAppliedToAttributes: ['href'],
    // A relative URL of an API host would point into this site.
    allowProtocolRelative: false,
    nonTextTags: removed.split(' '),
    transformTags: divs(blocks),
  };
};

/** The method is missing in the types of the library. */
type Frame = sanitizeHtml.IFrame & { updateParentNodeText(): void };

const descriptionAttributes = attributesOf('description');

const descriptionOptions: sanitizeHtml.IOptions = {
  ...optionsOf('description'),
  allowedAttributes: Object.fromEntries(
    // The library ignores `values` in a rule for all elements.
    allowlists.description.elements
      .split(' ')
      .map((name) => [
        name,
        [
          'lang',
          { name: 'dir', values: ['ltr', 'rtl', 'auto'] },
          ...(descriptionAttributes[name] ?? []),
        ],
      ]),
  ),
  textFilter: withBreakingSpaces,
  // More deeply nested elements are dropped.
  nestingLimit: 32,
  transformTags: {
    ...divs(allowlists.description.blocks),
    a: sanitizeLink,
    th: sanitizeCell,
    td: sanitizeCell,
    ol: sanitizeList,
  },
  // Empty paragraphs of editors, and links without an allowed URL, are dropped.
  exclusiveFilter(frame) {
    if (frame.tag !== 'a' || frame.attribs.href !== undefined)
      return frame.tag === 'p' && frame.text.trim() === '';
    // Without this call, the library takes a paragraph with only this link for an empty one.
    (frame as Frame).updateParentNodeText();
    return 'excludeTag';
  },
};

const size = /^(?:\d{1,3}(?:\.\d+)?(?:px|pt|em|rem|%)|(?:xx?-|)(?:small|large)|medium)$/i;
/** A font name may contain letters, quotes, commas and spaces, but no url(), escapes or functions. */
const family = /^[\w\s,'"-]{1,200}$/;
const letterBlocks = allowlists.letter.blocks.split(' ');

const letterOptions: sanitizeHtml.IOptions = {
  ...optionsOf('letter'),
  allowedStyles: {
    '*': {
      'font-size': [size],
      'font-family': [family],
      'font-weight': [/^(?:bold|normal|[1-9]00)$/],
      'font-style': [/^(?:italic|normal)$/],
      'text-decoration': [/^(?:underline|line-through|none)$/],
      'text-align': [/^(?:left|right|center|justify|start|end)$/],
      'margin-left': [/^\d{1,3}px$/],
    },
  },
  exclusiveFilter: ({ tag, text }) => letterBlocks.includes(tag) && text.trim() === '',
  nestingLimit: 50,
};

/** Sanitized descriptions are kept, because an opening that is read again usually has the same description. */
const sanitized = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (clean, html) => html.length + clean.length + 1,
  memoMethod(html) {
    let clean = html.slice(0, maxDescriptionLength);
    // A parser may read the output of one pass differently from its input.
    for (let pass = 0, before = ''; pass < 4 && clean !== before; pass += 1) {
      before = clean;
      clean = sanitizeHtml(clean, descriptionOptions);
    }
    return normalizeHeadings(clean);
  },
});

/**
 * Section 2, decision 008. Headings start at `topHeading` and skip no level, so that they continue the page's outline.
 * The function is idempotent. The parser is too large for the browser.
 */
export const sanitizeDescription = (html: string): string => sanitized.memo(html);

/** Four times the limit of a letter (domain/model/limits.ts), in UTF-16 code units. */
const maxParsedLetter = 120_000;

/**
 * Sanitizes the cover letter for any HTML viewer (decision 008). It keeps the elements that the editor's toolbar creates,
 * and only the text of all others. A letter far above the limit is cut before it is parsed; validation then reports its
 * length.
 */
export function sanitizeLetter(html: string): string {
  const cut = html.slice(0, maxParsedLetter);
  const parsed = nestingOf(cut) > maxParsedNesting ? withoutTags(cut) : cut;
  return sanitizeHtml(parsed, letterOptions).trim();
}

function sanitizeLink(tagName: string, attributes: sanitizeHtml.Attributes) {
  const { href, rel: _rel, target: _target, ...attribs } = attributes;
  const url = allowedLink(href);
  if (url === undefined) return { tagName, attribs };
  // A link to a web page opens a new tab, so that an applicant does not lose the form on the page.
  const isWebPage = /^http/i.test(url);
  return {
    tagName,
    attribs: {
      ...attribs,
      href: url,
      ...(isWebPage && { rel: 'noopener noreferrer nofollow', target: '_blank' }),
    },
  };
}

function sanitizeCell(tagName: string, attribs: sanitizeHtml.Attributes) {
  const rules = { colspan: spanValue, rowspan: spanValue, scope: scopeValue };
  return { tagName, attribs: filterAttributes(attribs, rules) };
}

function sanitizeList(tagName: string, attribs: sanitizeHtml.Attributes) {
  return { tagName, attribs: filterAttributes(attribs, { start: /^-?\d{1,6}$/, reversed: /^$/ }) };
}

const spanValue = /^[1-9]\d?$/;
const scopeValue = /^(?:row|col|rowgroup|colgroup)$/;

function filterAttributes(
  attribs: sanitizeHtml.Attributes,
  rules: Readonly<Record<string, RegExp>>,
): sanitizeHtml.Attributes {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => rules[name]?.test(value) ?? true),
  );
}

/** The HTML must be sanitized: every `<` begins a tag. */
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

/** The parser's time grows with the square of the nesting. No editor nests so deep, so such a letter becomes text. */
const maxParsedNesting = 200;
/** The elements that have no end tag, or that the parser ends at the next one. */
const unnested = new Set('br hr img input meta link col wbr p li dd dt td th tr option'.split(' '));

function nestingOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9:]*)/gi)) {
    if (unnested.has(name.toLowerCase())) continue;
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const withoutTags = (html: string): string => `<p>${html.replace(/<[^>]*(?:>|$)/g, ' ')}</p>`;
