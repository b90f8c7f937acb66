import { AsyncLocalStorage } from 'node:async_hooks';
import { isPlural, type OwnTexts } from '#src/config/own-texts.ts';
import { phoneCountries } from '#src/config/phone-countries.ts';
import { loadedSite } from '#src/config/site.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import type { ApplicationSettings } from '#src/domain/model/application-options.ts';
import { normalizePhone } from '#src/domain/rules/forms/phone.ts';
import type { Section, Texts } from '#src/texts/catalogue.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import type { Language, LanguageTag } from '#src/texts/language.ts';

const catalogues: Readonly<Record<LanguageTag, Texts>> = { en, fr };

function buildLanguage({ tag, site }: (typeof loadedSite.languages)[number], index: number) {
  const names = Object.entries(site.documents).map(([type, { label }]) => [type, label]);
  const labels = Object.fromEntries(names.filter(([, label]) => label !== undefined));
  const documents = { documents: { labels, namesInMessages: labels } };
  const texts = withOwn(withOwn(catalogues[tag], site.texts ?? {}), documents);
  return {
    ...texts.language,
    locale: site.region.locale,
    prefix: index === 0 ? '' : `/${tag}`,
    texts,
    site,
    application: { phoneCountries: phoneCountries(site.region), ...site.application },
  };
}

type ServedLanguage = ReturnType<typeof buildLanguage>;

/** Returns texts in which a company's own texts replace those with the same names. */
function withOwn<Texts extends object>(texts: Texts, own: OwnTexts): Texts {
  const replaced = Object.entries(own).map(([name, value]) => {
    const text: unknown = texts[name as keyof Texts];
    const isGroup = typeof text === 'object' && text !== null && !isPlural(text);
    return [name, isGroup ? withOwn(text, value as OwnTexts) : value];
  });
  return { ...texts, ...Object.fromEntries(replaced) };
}

const [first, ...others] = loadedSite.languages;
export const defaultLanguage: ServedLanguage = buildLanguage(first, 0);
/** The languages of the site. The first is the default, without a prefix. The others have a file of the site config. */
export const languages: readonly ServedLanguage[] = [
  defaultLanguage,
  ...others.map((language, index) => buildLanguage(language, index + 1)),
];

/** Returns the default for an unknown tag, such as that of an application in a language that was removed since. */
export const languageOf = (tag: string | undefined): ServedLanguage =>
  languages.find((language) => language.tag === tag) ?? defaultLanguage;

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

/** Returns the company's changes of the application form, with texts in the language of the current request. */
export const applicationSettings = (): ApplicationSettings => current().application;

/** Returns a `tel:` address of a number of the company that works in any country. */
export function phoneHref(phone: string): string {
  const dialed = normalizePhone(phone, applicationSettings().phoneCountries, null);
  return `tel:${dialed.replaceAll(/[^+\d]/g, '')}`;
}

/** Does nothing, because only a browser lacks sections. */
export function addTexts(_sections: Partial<Texts>): void {}

export const browserTextsId = 'texts';

export function browserTexts(sections: Iterable<Section>): object {
  const { tag, name, dir, locale, prefix, texts } = current();
  return {
    language: { tag, name, dir, locale, prefix } satisfies Language,
    texts: Object.fromEntries([...sections].sort().map((section) => [section, texts[section]])),
  };
}
