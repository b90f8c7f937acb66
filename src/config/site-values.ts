import { z } from 'zod';

export const textSchema = z.string().trim().min(1);

/** A path of this site, a fragment, or an http, mailto or tel URL. */
export const hrefSchema = z
  .string()
  .regex(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/, 'must be a path, a #fragment, or an address');

export const localeSchema = z
  .string()
  .refine(
    (locale) => knownToIntl(() => Intl.getCanonicalLocales(locale).length > 0),
    'must be a language tag, such as en-NG',
  );
export const timeZoneSchema = z
  .string()
  .refine(
    (timeZone) => knownToIntl(() => new Intl.DateTimeFormat('en', { timeZone })),
    'must be a time zone, such as Africa/Lagos',
  );

function knownToIntl(use: () => unknown): boolean {
  try {
    return Boolean(use());
  } catch {
    return false;
  }
}

export const linkSchema = z.strictObject({ label: textSchema, href: hrefSchema });
export type SiteLink = z.output<typeof linkSchema>;

/** The size is required, so that nothing moves when the picture loads. */
export const pictureSchema = z.strictObject({
  src: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, 'must be a path under public/ or an https address'),
  /** Other sizes of the picture, as in the `srcset` of HTML. */
  srcSet: textSchema.exactOptional(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** The text is empty if the text beside the picture describes it. */
  alt: z.string(),
});
export type SitePicture = z.output<typeof pictureSchema>;

/** The flat color behind a picture is one of `--illustration-1` to `--illustration-4` in tokens.css. */
export const backgroundSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
