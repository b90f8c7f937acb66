import { z } from 'zod';
import { isPhoneCountry } from './phone-countries.ts';

/** A name, or another text that is the same in all languages. */
export const requiredTextSchema = z.string().trim().min(1);
/** A text that each language has in its own file (site-translation.ts). */
export const translatedSchema = requiredTextSchema.brand<'Translated'>();

/** A path of this site, a fragment, or an http, mailto or tel URL. */
export const hrefSchema = z
  .string()
  .regex(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/, 'must be a path, a #fragment, or an address');

export const localeSchema = z
  .string()
  .refine(
    (locale) => knownToIntl(() => Intl.getCanonicalLocales(locale).length > 0),
    'must be a language tag, such as en-NG',
  )
  .brand<'Translated'>();
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

export const phoneCountrySchema = z
  .string()
  .refine(isPhoneCountry, 'must be the code of a country with telephone numbers, such as NG');

export const linkSchema = z.strictObject({ label: translatedSchema, href: hrefSchema });

/** The size is required, so that nothing moves when the picture loads. */
export const pictureSchema = z.strictObject({
  src: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, 'must be a path under public/ or an https address'),
  /** Other sizes of the picture, as in the `srcset` of HTML. */
  srcSet: requiredTextSchema.exactOptional(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** The text is empty if the text beside the picture describes it. */
  alt: z.string().brand<'Translated'>(),
});
export type SitePicture = z.input<typeof pictureSchema>;

/** The flat color behind a picture is one of `--illustration-1` to `--illustration-4` in tokens.css. */
export const backgroundSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
