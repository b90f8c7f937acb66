import { createRequire } from 'node:module';
import type { MarkdownIt } from 'markdown-it';
import { z } from 'zod';
import { once } from '#src/jobs/once.ts';
import { isPhoneCountry } from './phone-countries.ts';

/** A name or another text that is the same in all languages. */
export const requiredTextSchema = z.string().trim().min(1, 'must not be empty');
/** The schemas of the texts that each language has in its own file (site-translation.ts). */
export const translatedTexts = z.registry<{ readonly translated: true }>();
export const translatedSchema = requiredTextSchema
  .clone()
  .register(translatedTexts, { translated: true });

/**
 * Markdown with headings, lists, emphasis, code and links. Its HTML, the content of a paragraph or several blocks, has
 * the shape of React's `dangerouslySetInnerHTML`.
 */
export const proseSchema = translatedSchema
  .transform((text, context) => {
    const parser = markdown();
    const blocks = parser.parse(text, {});
    const [first, content] = blocks;
    const isParagraph = first?.type === 'paragraph_open' && blocks.length === 3;
    const shown = isParagraph && content ? [content] : blocks;
    const __html = parser.renderer.render(shown, parser.options, {}).trim();
    // A link that the parser refuses would be shown as it is written, and a picture as a link.
    if (/\]\(|!<a /.test(__html))
      context.addIssue('has a link that leads to none of https://, mailto: and tel:, or a picture');
    return { __html };
  })
  .register(translatedTexts, { translated: true });

/** The library is loaded only to read files, because the built site and its API host get the HTML. */
const markdown = once((): MarkdownIt => {
  const require = createRequire(import.meta.url);
  const Library: typeof import('markdown-it').default = require('markdown-it');
  const parser = new Library('zero').enable(
    'heading list autolink backticks emphasis entity escape link newline'.split(' '),
  );
  parser.validateLink = (url) => /^(?:https:\/\/|mailto:|tel:)/i.test(url);
  // Headings get lower levels, because the headings of the page are above them.
  parser.core.ruler.push('headings', ({ tokens }) => {
    for (const token of tokens)
      if (token.type.startsWith('heading')) token.tag = `h${Math.min(token.markup.length + 2, 6)}`;
  });
  return parser;
});

/** A path of this site, a fragment, or an http, mailto or tel URL. */
export const hrefSchema = z
  .string()
  .regex(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/, 'must be a path, a #fragment, or an address');

export const localeSchema = z
  .string()
  .refine(
    (locale) => knownToIntl(() => Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0),
    'must be a language tag, such as fr-CA',
  )
  .register(translatedTexts, { translated: true });
export const timeZoneSchema = z
  .string()
  .refine(
    (timeZone) => knownToIntl(() => new Intl.DateTimeFormat('en', { timeZone })),
    'must be a time zone, such as America/Toronto',
  );

function knownToIntl(use: () => unknown): boolean {
  try {
    return Boolean(use());
  } catch {
    return false;
  }
}

export const phoneCountrySchema = z
  .string()
  .refine(isPhoneCountry, 'must be the code of a country with telephone numbers, such as CA');

export const linkSchema = z.strictObject({ label: translatedSchema, href: hrefSchema });

const picturePathSchema = z
  .string()
  .regex(
    /^(?!\/)[^\\:]+\.(?:svg|png|jpe?g|webp)$/i,
    'must be the path of an .svg, .png, .jpg or .webp file in the folder of the site config',
  );
/**
 * A path, or a path with the description of the picture, which is empty if the text beside the picture describes it.
 * pictures.ts sets the address and the size of the file once it has read the file.
 */
export const pictureSchema = z
  .union(
    [
      picturePathSchema,
      z.strictObject({
        src: picturePathSchema,
        alt: z.string().default('').register(translatedTexts, { translated: true }),
      }),
    ],
    'must be the path of a picture, or its src and alt',
  )
  .transform((picture) => ({
    width: 0,
    height: 0,
    ...(typeof picture === 'string' ? { src: picture, alt: '' } : picture),
  }));
export type SitePicture = z.output<typeof pictureSchema>;

/** The flat color behind a picture is one of `--illustration-1` to `--illustration-4` in tokens.css. */
export const backgroundSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
