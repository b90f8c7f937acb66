/** This module is copied into the project that the pseudo-languages are built in, so it imports nothing. */

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  'aà eé iï oö uû cç nñ yý sš zž AÀ EÉ IÏ OÖ UÛ CÇ NÑ YÝ SŠ ZŽ'.split(' ').map((pair) => [...pair]),
);

/** Placeholders and tags stay as they are. */
const kept = /(\{\w+\}|%\w+%|<[^>]*>|mailto:)/;

/** Puts a text in brackets, with accents, and makes it 40 % longer. */
export function pseudoText(text: string): string {
  if (text.trim() === '') return text;
  const changed = text
    .split(kept)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter),
    )
    .join('');
  const padding = '~'.repeat(Math.ceil(text.replace(new RegExp(kept, 'g'), '').length * 0.4));
  return `⟦${changed} ${padding}⟧`;
}

/** Changes all texts of a catalogue, or of a translation of the site config, except its locale. */
export function pseudo<Value>(value: Value, key = ''): Value {
  if (typeof value === 'string') return (key === 'locale' ? value : pseudoText(value)) as Value;
  if (Array.isArray(value)) return value.map((item) => pseudo(item)) as Value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name, pseudo(item, name)]),
  ) as Value;
}
