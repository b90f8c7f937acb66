import type { Issue } from '../model/issue.ts';

/** A check of one text: what is wrong with it, or nothing. Whether a text must be there is `mandatory`'s and `optional`'s business. */
export type Check = (value: string) => Omit<Issue, 'field'> | undefined;

/** HTML's own definition of a valid e-mail address, with a dot in the domain as mail needs one. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const email: Check = (value) => (emailPattern.test(value) ? undefined : { code: 'email' });
export const digits: Check = (value) => (/^\d+$/.test(value) ? undefined : { code: 'digits' });
export const number: Check = (value) =>
  /^-?\d+(?:\.\d+)?$/.test(value) ? undefined : { code: 'number' };
export const atLeast =
  (characters: number): Check =>
  (value) =>
    value.length < characters ? { code: 'minlength', params: [characters] } : undefined;
export const atMost =
  (characters: number): Check =>
  (value) =>
    value.length > characters ? { code: 'maxlength', params: [characters] } : undefined;
export const between =
  (range: { readonly min: number; readonly max: number }): Check =>
  (value) =>
    Number(value) < range.min || Number(value) > range.max
      ? { code: 'range', params: [range.min, range.max] }
      : undefined;
export const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value) ? undefined : { code: 'remote' };

/** Runs checks in order on a value that need not be given; at most one issue. */
export function optional(field: string, value: string, ...checks: readonly Check[]): Issue[] {
  if (value.trim() === '') return [];
  for (const check of checks) {
    const found = check(value);
    if (found) return [{ field, ...found }];
  }
  return [];
}

/** Runs checks in order on a value that must be given; at most one issue. */
export function required(field: string, value: string, ...checks: readonly Check[]): Issue[] {
  return value.trim() === '' ? [{ field, code: 'required' }] : optional(field, value, ...checks);
}
