/** Returns the Levenshtein distance: the number of letters to insert, delete or replace. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...from].entries())
    row = row.reduce<number[]>((next, above, at) => {
      const diagonal = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      next.push(at === 0 ? index + 1 : Math.min(above + 1, (next[at - 1] ?? 0) + 1, diagonal));
      return next;
    }, []);
  return row.at(-1) ?? 0;
}

/** Returns the nearest of some names and its distance. `keyOf` returns the text of a name that is compared. */
export function nearestName(
  name: string,
  names: readonly string[],
  keyOf: (name: string) => string = (text) => text,
): { readonly name: string; readonly distance: number } | undefined {
  return names
    .map((known) => ({ name: known, distance: editDistance(keyOf(name), keyOf(known)) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
}
