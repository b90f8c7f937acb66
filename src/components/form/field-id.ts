/**
 * The id of a control, from its wire name: `answers[12]` becomes `answers-12`. Two forms on a page
 * share names (phone, message), so each passes its own scope.
 */
export function fieldId(name: string, scope?: string): string {
  const id = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-+|-+$/g, '');
  return scope === undefined ? id : `${scope}-${id}`;
}
