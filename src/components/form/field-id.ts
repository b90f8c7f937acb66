/** Two forms on a page have fields with the same name (phone, message), so each passes a scope. */
export function fieldId(name: string, scope?: string): string {
  const id = name.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  return scope === undefined ? id : `${scope}-${id}`;
}
