/** Two forms on a page share names (phone, message), so each passes a scope. */
export function fieldId(name: string, scope?: string): string {
  const id = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  return scope === undefined ? id : `${scope}-${id}`;
}
