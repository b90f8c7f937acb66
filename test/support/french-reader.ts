import assert from 'node:assert/strict';
import { siteConfig } from '#src/config/site.ts';
import { languages } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';

const configured = languages.find(({ tag }) => tag === 'fr') ?? assert.fail();

/** Returns the texts in a catalogue or a site config, by their path. */
const leaves = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, item]) => leaves(item, `${path}.${key}`));

const normalized = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What a text has of its own between its placeholders, if it is long enough to be no word of French. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\{\w+\}|<[^>]*>/)
    .map(normalized)
    .filter((part) => (part.match(/\p{L}+/gu) ?? []).length >= 3);

const french = new Map([...leaves(fr), ...leaves(configured.site)]);
const frenchText = normalized([...french.values()].join('\n'));
/** Names, such as that of a grade, are in both languages. */
const englishSentences = [...leaves(en), ...leaves(siteConfig)]
  .filter(([path, text]) => french.get(path) !== text)
  .flatMap(([, text]) => sentencesOf(text))
  .filter((sentence) => !frenchText.includes(sentence));

/** Returns the English sentences of ours in a text. */
export function englishIn(text: string): string[] {
  const all = normalized(text);
  return englishSentences.filter((sentence) => all.includes(sentence));
}
