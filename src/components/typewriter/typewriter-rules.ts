/** Section 9: the headline's typewriter. */
export const characterMs = 100;
/** Characters in one group: the style sheet counts groups, and characters in a group. */
export const groupSize = 10;
/** Groups the style sheet knows; what is longer appears with the last of them. */
export const maxGroups = 12;

/** A text in groups of characters as people see them: an accent stays with its letter. */
export function typedGroups(text: string): string[][] {
  const characters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  const groups: string[][] = [];
  for (let start = 0; start < characters.length; start += groupSize)
    groups.push(characters.slice(start, start + groupSize));
  return groups;
}
