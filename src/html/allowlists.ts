/** The elements and attributes that one kind of text may contain. Spaces separate names. */
interface Allowlist {
  readonly elements: string;
  /** The attributes of each element; `*` stands for all elements. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly schemes: readonly string[];
  /** The elements that are removed with their content. Any other element that is not allowed leaves its content. */
  readonly removed: string;
  /** The elements that become `div`, so that the texts of two of them do not run together. */
  readonly blocks?: string;
}

const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;

/**
 * The table has a row for each kind of text that is HTML (decision 008). `src/html/sanitizer.ts` applies the first two
 * rows on the server, and the browser applies the others.
 */
export const allowlists = {
  description: {
    elements:
      'p div br hr blockquote pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td a abbr b strong i em u s small sub sup mark code',
    attributes: {
      '*': ['lang', 'dir'],
      a: ['href', 'rel', 'target'],
      abbr: ['title'],
      ol: ['start', 'reversed'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
    },
    schemes: linkSchemes,
    removed: 'script style textarea option',
    blocks: 'section article',
  },
  letter: {
    elements:
      'p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre b strong i em u s span sub sup a',
    attributes: { '*': ['style'], a: ['href'] },
    schemes: linkSchemes,
    removed: 'script style',
    blocks:
      'address article aside caption center dd details dialog dl dt fieldset figcaption figure footer form header legend main nav option section summary td th tr',
  },
  /** Pasted HTML in the letter. This row is a subset of the row of the letter. */
  pasted: {
    elements: 'p h2 h3 blockquote ul ol li br a strong em u s sub sup',
    attributes: { p: ['style'], h2: ['style'], h3: ['style'], a: ['href'] },
    schemes: linkSchemes,
    removed: 'script style template xml',
  },
  /** A section of another page of this site, in the lightbox. */
  section: {
    elements:
      'a blockquote br dd dl dt em figcaption figure h1 h2 h3 h4 hr img li ol p strong table tbody td th thead tr ul',
    attributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'] },
    schemes: linkSchemes,
    removed: 'head iframe noscript object script style template title',
  },
} as const satisfies Readonly<Record<string, Allowlist>>;

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;
export type AllowedElement<Kind extends keyof typeof allowlists> = Words<
  (typeof allowlists)[Kind]['elements']
>;

/** The result is undefined if the address is relative or has another scheme. */
export function allowedLink(href: string | null | undefined): string | undefined {
  const url = href?.trim() ?? '';
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(url) ? url : undefined;
}
