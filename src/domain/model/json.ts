/**
 * An integer that a number cannot represent exactly, such as an id above 2^53, becomes a text. The function's text also
 * runs in a worker (src/domain/api/list.ts), so it uses nothing outside itself. @throws SyntaxError, also for more than
 * 100 levels: code that visits the value recursively would use up the stack
 */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  const parsed: unknown = JSON.parse(json);
  let level: object[] = [[parsed]];
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels > 100) throw new SyntaxError('it has more than 100 levels');
    level = level.flatMap((value) =>
      (Array.isArray(value) ? value : Object.values(value)).filter(
        (inner) => typeof inner === 'object' && inner !== null,
      ),
    );
  }
  // A reviver makes parsing several times slower.
  if (!/\d{16}/.test(json)) return parsed;
  return JSON.parse(json, (_name, value: unknown, context?: { readonly source?: string }) => {
    const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
    return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
  });
}

/** Returns undefined for a text that is no JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
