import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { faultLine, SiteConfigError } from '#src/config/site-file.ts';
import { checkSite, type SiteConfig } from '#src/config/site-schema.ts';
import { root } from './site.ts';

export const sampleFolder = join(root, 'fixtures/company');

/** Returns what a file of the sample company has, for a change. */
// biome-ignore lint/suspicious/noExplicitAny: tests change any value of the file.
export const sampleValues = async (name = 'site.yaml'): Promise<any> =>
  parse(await readFile(join(sampleFolder, name), 'utf8'));

/** Returns the values of a site config. @throws SiteConfigError with a line for each fault */
export function parseSiteConfig(input: unknown): SiteConfig {
  const result = checkSite(input);
  if ('site' in result) return result.site;
  throw new SiteConfigError(result.faults.map(faultLine));
}

/** Writes the files of a company, by their names, with the pictures of the sample, and returns the path of its site.yaml. */
export async function writeCompany(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'careers-company-'));
  await cp(join(sampleFolder, 'pictures'), join(folder, 'pictures'), { recursive: true });
  // JSON is YAML.
  for (const [name, values] of Object.entries(files))
    await writeFile(
      join(folder, name),
      typeof values === 'string' ? values : JSON.stringify(values, null, 1),
    );
  return join(folder, 'site.yaml');
}

/** Writes the sample company under another name, in its languages, and returns the path of its site.yaml. */
export async function writeRenamedCompany(name: string): Promise<string> {
  const files = await Promise.all(
    ['site.yaml', 'site.fr.yaml'].map(async (file) => {
      const text = await readFile(join(sampleFolder, file), 'utf8');
      return [file, text.replaceAll(/^ {2}(name|companyName): .*$/gm, `  $1: ${name}`)] as const;
    }),
  );
  return writeCompany(Object.fromEntries(files));
}
