import { AsyncLocalStorage } from 'node:async_hooks';
import type { SiteConfig } from '#src/config/site-schema.ts';
import { type ConfiguredLanguage, configuredLanguages } from '#src/language/languages.ts';
import type { Section, Texts } from '#src/texts/catalogue.ts';
import type { Language } from '#src/texts/language.ts';

interface ServedLanguage extends Language {
  readonly texts: Texts;
  readonly site: SiteConfig;
}

const serve = ({ texts, site }: ConfiguredLanguage, index: number): ServedLanguage => ({
  ...texts.language,
  locale: site.region.locale,
  prefix: index === 0 ? '' : `/${texts.language.tag}`,
  texts,
  site,
});

const [first, ...others] = configuredLanguages;
export const defaultLanguage: ServedLanguage = serve(first, 0);
/** The first is the default. */
export const languages: readonly ServedLanguage[] = [
  defaultLanguage,
  ...others.map((language, index) => serve(language, index + 1)),
];

/** Returns the default for a tag that the site does not have, such as that of an application made before it was removed. */
export const languageOf = (tag: string | undefined): ServedLanguage =>
  languages.find((language) => language.tag === tag) ?? defaultLanguage;

/** What may be a language tag at the beginning of a path. */
export const languagePrefix = /^\/([a-z]{2,3}(?:-[a-z\d]+)*)(?=[/?#]|$)/i;

/**
 * Returns the language of a path, which may have a query and a fragment, and the path without its prefix. `/FR` and `/fr-CA`
 * are French too.
 */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, tag = ''] = languagePrefix.exec(path) ?? [];
  const [primary = ''] = tag.toLowerCase().split('-', 1);
  const language =
    languages.find((one) => one.tag === tag) ?? languages.find((one) => one.tag === primary);
  if (!language) return { language: defaultLanguage, path };
  const rest = path.slice(tag.length + 1);
  return { language, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Server components and client components have separate copies of this module. */
const key = Symbol.for('careers.language');
const shared = globalThis as { [key]?: AsyncLocalStorage<ServedLanguage> };
shared[key] ??= new AsyncLocalStorage();
const storage = shared[key];

export const runInLanguage = <Result>(tag: string, call: () => Result): Result =>
  storage.run(languageOf(tag), call);

const current = (): ServedLanguage => storage.getStore() ?? defaultLanguage;

/** Returns the language of the current request; the default outside of a request. */
export const language = (): Language => current();

export const otherLanguages = (): ServedLanguage[] =>
  languages.filter((language) => language !== current());

/**
 * Returns the texts of the site in the language of the current request. A browser has the sections of its page only.
 */
export const texts = (): Texts => current().texts;

export const site = (): SiteConfig => current().site;

/** Only a browser lacks sections. */
export function addTexts(_sections: Partial<Texts>): void {}

export const browserTextsId = 'texts';

/** What `texts()` and `language()` read in the browser, as JSON. */
export function browserTexts(sections: Iterable<Section>): object {
  const { tag, name, dir, locale, prefix, texts } = current();
  return {
    language: { tag, name, dir, locale, prefix } satisfies Language,
    texts: Object.fromEntries([...sections].sort().map((section) => [section, texts[section]])),
  };
}
