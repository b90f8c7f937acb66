import sanitizeHtml from 'sanitize-html';
import { maxLength } from '#src/domain/model/limits.ts';

const size = /^(?:\d{1,3}(?:\.\d+)?(?:px|pt|em|rem|%)|(?:xx?-|)(?:small|large)|medium)$/i;
/** Font names: letters, quotes, commas and spaces, no url(), escapes or functions. */
const family = /^[\w\s,'"-]{1,200}$/;

/** Blocks that a letter may not have. They become `div`, so that the text of two cells does not run together. */
const blocks =
  'address article aside caption center dd details dialog dl dt fieldset figcaption figure footer form header legend main nav option section summary td th tr'.split(
    ' ',
  );

const policy: sanitizeHtml.IOptions = {
  allowedTags:
    'p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre b strong i em u s span sub sup a'.split(
      ' ',
    ),
  allowedAttributes: { a: ['href'], '*': ['style'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
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
  transformTags: Object.fromEntries(blocks.map((tag) => [tag, 'div'])),
  nonTextTags: ['script', 'style'],
  exclusiveFilter: ({ tag, text }) => blocks.includes(tag) && text.trim() === '',
  nestingLimit: 50,
};

/**
 * Sanitizes the cover letter for any HTML viewer (decision 008). Elements that the editor's toolbar creates are kept, of
 * all others only the text. A letter far above the limit is cut before it is parsed; validation then reports its length.
 */
export function sanitizeLetter(html: string): string {
  const cut = html.slice(0, maxLength.cover_letter * 4);
  const parsed = nestingOf(cut) > maxParsedNesting ? withoutTags(cut) : cut;
  return sanitizeHtml(parsed, policy).trim();
}

/** The parser's time grows with the square of the nesting. No editor nests so deep; such a letter becomes text. */
const maxParsedNesting = 200;
/** Elements without an end tag, or that the parser ends at the next one. */
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
