import type { $brand } from 'zod';
import { parseSiteConfig, type SiteConfig, SiteConfigError } from './site-schema.ts';

/**
 * The texts of a language for these values of the site config: what the schema marks as translated, in the same structure.
 * An empty text, such as the `alt` of most pictures, has no translation. A missing or an extra text is a type error.
 */
export type SiteTranslation<Values> = Translation<SiteConfig, Values>;

type Translation<Config, Values> =
  Config extends $brand<'Translated'>
    ? Values extends ''
      ? never
      : string
    : Values extends Primitive
      ? never
      : Config extends readonly (infer Item)[]
        ? TranslatedItems<{ readonly [Index in keyof Values]: Translation<Item, Values[Index]> }>
        : Config extends object
          ? TranslatedKeys<{
              readonly [Key in keyof Config & keyof Values]: Translation<Config[Key], Values[Key]>;
            }>
          : never;

type Primitive = string | number | boolean | undefined;

/** An item without texts is `{}` among items with texts. */
type TranslatedItems<Items> = Items extends readonly never[]
  ? never
  : {
      readonly [Index in keyof Items]: [Items[Index]] extends [never]
        ? Record<string, never>
        : Items[Index];
    };

type TranslatedKeys<Texts> = UnlessEmpty<{
  readonly [Key in keyof Texts as [Texts[Key]] extends [never] ? never : Key]: Texts[Key];
}>;
type UnlessEmpty<Texts> = keyof Texts extends never ? never : Texts;

/**
 * Returns the site config with the texts of another language. It is checked like the first one.
 * @throws SiteConfigError if lists have different lengths
 */
export const translateSite = <Values>(
  values: Values,
  translation: SiteTranslation<Values>,
): SiteConfig => parseSiteConfig(merged(values, translation, []));

function merged(value: unknown, translation: unknown, path: readonly string[]): unknown {
  if (!isObject(value) || !isObject(translation)) return translation ?? value;
  if (Array.isArray(value) && Array.isArray(translation) && value.length !== translation.length)
    throw new SiteConfigError(
      `The translation of ${path.join('.')} has ${translation.length} items instead of ${value.length}.`,
    );
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    merged(part, translation[key], [...path, key]),
  ]);
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
