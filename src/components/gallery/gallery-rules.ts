/** Section 9, gallery filter delay: each item starts so much after the one before it. */
export const filterDelayMs = 25;
/** How long one item is on its way; not in the specification. */
export const moveMs = 320;

interface Filed {
  readonly categories: readonly number[];
}

interface Sorted {
  /** Optional (section 3): items with one come first, in its order; the others stay as they were given. */
  readonly sort?: number | string | undefined;
}

/** The items of a category, or all of them where none is chosen. */
export function ofCategory<T extends Filed>(items: readonly T[], chosen: number | undefined): T[] {
  return items.filter(({ categories }) => chosen === undefined || categories.includes(chosen));
}

/** By sort value: numbers by size, texts by the alphabet with the numbers in them by size. */
export function inOrder<T extends Sorted>(items: readonly T[]): T[] {
  const given = items.filter(({ sort }) => sort !== undefined);
  const rest = items.filter(({ sort }) => sort === undefined);
  const collator = new Intl.Collator('en', { numeric: true });
  return [
    ...given.toSorted((one, other) => collator.compare(String(one.sort), String(other.sort))),
    ...rest,
  ];
}
