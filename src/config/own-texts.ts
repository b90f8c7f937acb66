import { z } from 'zod';
import { en } from '#src/texts/en.ts';
import type { SiteFault } from './site-file.ts';

/** Texts in a company's own words, by their names in src/texts. */
export interface OwnTexts {
  readonly [name: string]: string | OwnTexts | undefined;
}
type Part = string | { readonly [name: string]: Part };

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Returns whether the parts of a text are its plural forms. */
export const isPlural = (text: object): boolean =>
  Object.keys(text).every((name) => pluralForms.includes(name));

const { language: _, ...catalogue } = en;

/** A custom check, because Zod would otherwise create a schema for each text of the catalogue at every start. */
export const ownTextsSchema = z.custom<OwnTexts>().superRefine((own, context) => {
  for (const fault of faultsOf(own, catalogue))
    context.addIssue({ ...fault, code: 'custom', path: [...fault.path] });
});

/** Returns the texts of a group by name. For plural forms it has all forms that any language may use. */
const partsOf = (part: Exclude<Part, string>): Exclude<Part, string> =>
  isPlural(part) ? Object.fromEntries(pluralForms.map((form) => [form, part.other ?? ''])) : part;

const placeholdersIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}|%\w+%/g))];

/** An own text must have the placeholders of the site's text. A plural form may lack some of them. */
function faultsOf(
  own: unknown,
  part: Part | undefined,
  path: readonly string[] = [],
  mayLack = false,
): SiteFault[] {
  const fault = (message: string) => [{ path, message }];
  if (part === undefined) return fault('is not a name of the site config');
  if (typeof part !== 'string') {
    if (typeof own !== 'object' || own === null) return fault('must have texts by their names');
    if (isPlural(part) && !('other' in own)) return fault('has no other');
    const parts = new Map(Object.entries(partsOf(part)));
    return Object.entries(own).flatMap(([name, value]) =>
      faultsOf(value, parts.get(name), [...path, name], isPlural(part)),
    );
  }
  if (typeof own !== 'string' || (own.trim() === '' && part !== '')) return fault('must be text');
  const [all, found] = [placeholdersIn(part), placeholdersIn(own)];
  if (found.every((one) => all.includes(one)) && (mayLack || found.length === all.length))
    return [];
  return fault(`must have the placeholders of the text, which are ${all.join(', ') || 'none'}`);
}

/** Returns the JSON Schema of own texts, which describes each by the text of the site. */
export const ownTextsJsonSchema = (part: Part = catalogue): object =>
  typeof part === 'string'
    ? { type: 'string', description: part }
    : {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(partsOf(part)).map(([name, text]) => [name, ownTextsJsonSchema(text)]),
        ),
      };
