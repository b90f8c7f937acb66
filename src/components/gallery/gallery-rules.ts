/** Section 9, gallery filter delay: the delay between the starts of two items. */
export const filterDelayMs = 25;

/** The items of a category, or all items if `category` is undefined. */
export function filterByCategory<T extends { readonly categories: readonly number[] }>(
  items: readonly T[],
  category: number | undefined,
): T[] {
  return items.filter(({ categories }) => category === undefined || categories.includes(category));
}

/**
 * Items with a sort value (section 3) in ascending order, numbers inside texts by value; then the others
 * in the given order.
 */
export function sortItems<T extends { readonly sort?: number | string | undefined }>(
  items: readonly T[],
): T[] {
  const collator = new Intl.Collator('en', { numeric: true });
  const sorted = items
    .filter(({ sort }) => sort !== undefined)
    .sort((a, b) => collator.compare(String(a.sort), String(b.sort)));
  const rest = items.filter(({ sort }) => sort === undefined);
  return [...sorted, ...rest];
}
