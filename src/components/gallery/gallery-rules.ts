import { compareTexts } from '#src/language/format.ts';

/** Section 9, gallery filter delay: this is the time between the starts of two items, in milliseconds. */
export const filterDelayMs = 25;

/** Items with a sort value (section 3) come first; numbers inside texts are compared by value. */
export function sortItems<T extends { readonly sort?: number | string | undefined }>(
  items: readonly T[],
): T[] {
  const sorted = items
    .filter(({ sort }) => sort !== undefined)
    .sort((a, b) => compareTexts(String(a.sort), String(b.sort)));
  const rest = items.filter(({ sort }) => sort === undefined);
  return [...sorted, ...rest];
}
