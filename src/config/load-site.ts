import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { withNoBreakSpaces } from '#src/domain/rules/text/no-break-spaces.ts';
import { type LanguageTag, languageTags } from '#src/texts/language.ts';
import { withShownLinks } from './features.ts';
import { projectFile } from './project-file.ts';
import { readSiteFile, SiteConfigError, type SiteFault } from './site-file.ts';
import { checkSite, type SiteConfig } from './site-schema.ts';
import { translateSite } from './site-translation.ts';

interface SiteLanguage {
  readonly tag: LanguageTag;
  readonly site: SiteConfig;
}

export interface LoadedSite {
  /** The languages of the site. The first is the default. */
  readonly languages: readonly [SiteLanguage, ...SiteLanguage[]];
  readonly file: string;
  readonly isSample: boolean;
  /** A hash of all values, which is the same in all processes with the same site config. */
  readonly digest: string;
}

export const sampleSiteFile = (): string => projectFile('fixtures/company/site.yaml');

/**
 * Reads a site config and the files of its other languages: site.fr.yaml beside site.yaml.
 * @throws SiteConfigError with all faults of all files
 */
export function loadSite(setting: string | undefined): LoadedSite {
  const file = setting?.trim() ? resolve(setting) : sampleSiteFile();
  const main = readSiteFile(file);
  const base = checkSite(main.values);
  const lines = base.faults.map(main.describe);
  const knownFaults = new Set(base.faults.map(faultKey));
  const languages: SiteLanguage[] =
    'site' in base ? [{ tag: base.site.language, site: base.site }] : [];
  for (const { tag, path } of languageFiles(file)) {
    const name = basename(path);
    if (!isLanguage(tag)) {
      lines.push(`${name}: the site has no texts in "${tag}"; it has ${languageTags.join(', ')}`);
      continue;
    }
    if (Object(main.values).language === tag) {
      lines.push(`${name}: ${basename(file)} is in this language`);
      continue;
    }
    const texts = readSiteFile(path);
    const faults: SiteFault[] = [];
    const values = translateSite(main.values, texts.values, (fault) => faults.push(fault));
    const result = checkSite(withSpacesOf(tag, values));
    faults.push(...result.faults.filter((fault) => !knownFaults.has(faultKey(fault))));
    lines.push(...faults.map(texts.describe));
    if ('site' in result) languages.push({ tag, site: result.site });
  }
  const [first, ...others] = languages;
  if (lines.length > 0 || !first) throw new SiteConfigError(lines);
  const all = [
    { ...first, site: withShownLinks(withSpacesOf(first.tag, first.site)) },
    ...others.map(({ tag, site }) => ({ tag, site: withShownLinks(site) })),
  ] as const;
  return {
    languages: all,
    file,
    isSample: file === sampleSiteFile(),
    digest: hash('sha256', JSON.stringify(all)).slice(0, 16),
  };
}

const faultKey = ({ path, message }: SiteFault): string => `${path.join('.')} ${message}`;

const isLanguage = (tag: string): tag is LanguageTag =>
  languageTags.some((language) => language === tag);

/** Adds the no-break spaces of French, which authors need not write. */
const withSpacesOf = <Value>(tag: LanguageTag, value: Value): Value =>
  tag === 'fr' ? withNoBreakSpaces(value) : value;

function languageFiles(file: string): { readonly tag: string; readonly path: string }[] {
  const prefix = `${basename(file, extname(file))}.`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && extname(name) === extname(file))
    .map((name) => ({
      tag: name.slice(prefix.length, -extname(file).length),
      path: join(dirname(file), name),
    }))
    .filter(({ tag }) => /^[\w-]+$/.test(tag))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
