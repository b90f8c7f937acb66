/**
 * An integer that a number cannot represent exactly, such as an id above 2^53, becomes a text. @throws SyntaxError,
 * also for more than 100 levels, because code that visits the value recursively would exhaust the stack
 */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  const parsed: unknown = JSON.parse(json);
  checkLevels(parsed, 1);
  // A reviver makes parsing several times slower.
  if (!/\d{16}/.test(json)) return parsed;
  return JSON.parse(json, (_name, value: unknown, context?: { readonly source?: string }) => {
    const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
    return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
  });
}

function checkLevels(value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (level > 100) throw new SyntaxError('it has more than 100 levels');
  // A copy of a long list takes as much memory again; Object.values takes 13 s for a million fields, Object.keys 1 s.
  if (Array.isArray(value)) for (const inner of value) checkLevels(inner, level + 1);
  else
    for (const key of Object.keys(value))
      checkLevels((value as Readonly<Record<string, unknown>>)[key], level + 1);
}

export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
