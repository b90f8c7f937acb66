import type { en } from './en.ts';
import type { Language } from './language.ts';

/** A text whose placeholders are `Names`: '{count} openings' has the placeholder 'count'. */
export type Text<Names extends string = never> = string & { readonly placeholders?: Names };

/** The forms of a text by the plural categories of CLDR, which differ between languages. */
export type PluralText<Names extends string = never> = {
  readonly [Category in Intl.LDMLPluralRule]?: Text<Names>;
} & { readonly other: Text<Names> };

type NamesIn<Value extends string> = Value extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Catalogue<Value> = Value extends string
  ? Text<NamesIn<Value>>
  : Value extends { readonly one: string; readonly other: infer Other extends string }
    ? PluralText<NamesIn<Other>>
    : { readonly [Key in keyof Value]: Catalogue<Value[Key]> };

/**
 * All texts of the site in one language. English defines the names. A missing text, or a text without a counterpart in
 * English, is a type error.
 */
export type Texts = Catalogue<Omit<typeof en, 'language'>> & {
  readonly language: Pick<Language, 'tag' | 'name' | 'dir'> & {
    readonly offer: string;
    readonly close: string;
  };
};

/** The texts of one feature, or of a component with its own texts. */
export type Section = keyof Texts;
