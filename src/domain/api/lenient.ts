import { z } from 'zod';
import { listLimits } from '#src/domain/model/limits.ts';

type Path = readonly PropertyKey[];

interface LenientResult<Value> {
  /** Undefined if a required part is invalid. */
  readonly value: Value | undefined;
  /** The omitted parts and the reasons, without values; undefined if nothing was omitted. */
  readonly detail: string | undefined;
}

/** Counts the values inside a value, and stops once there are more than `max`. */
function countValues(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  let count = keys?.length ?? (value as unknown[]).length;
  if (count > max) return count;
  for (const inner of keys ? Object.values(value) : (value as unknown[])) {
    count += countValues(inner, max - count);
    if (count > max) break;
  }
  return count;
}

/**
 * If a required field of a part is invalid, the whole part is omitted. A value that contains more than
 * `listLimits.values` values is omitted, because an issue of a schema takes a thousand times the memory of its value.
 */
export function parseLeniently<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): LenientResult<z.output<Schema>> {
  const { values: max } = listLimits;
  if (countValues(value, max) > max)
    return { value: undefined, detail: `it has more than ${max} values` };
  let current = value;
  let detail: string | undefined;
  for (;;) {
    const result = schema.safeParse(current);
    if (result.success) return { value: result.data, detail };
    detail ??= z.prettifyError(result.error);
    const parts = result.error.issues.map(({ path }) => existingPart(current, path));
    if (parts.some((path) => path.length === 0)) return { value: undefined, detail };
    current = without(current, parts);
  }
}

/** Returns the path of the invalid value. If the value is missing, returns the path of the object or list that lacks it. */
function existingPart(root: unknown, path: Path): Path {
  const value = path.reduce(childOf, root);
  return value === undefined && path.length > 0 ? existingPart(root, path.slice(0, -1)) : path;
}

function childOf(parent: unknown, key: PropertyKey): unknown {
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
    ? (parent as Record<PropertyKey, unknown>)[key]
    : undefined;
}

/** Returns a copy without the parts. None of their paths may be empty. */
function without(value: unknown, parts: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null || parts.length === 0) return value;
  const byKey = Map.groupBy(parts, ([key]) => String(key));
  const kept = Object.entries(value).flatMap(([key, child]) => {
    const paths = (byKey.get(key) ?? []).map((path) => path.slice(1));
    return paths.some(({ length }) => length === 0) ? [] : [[key, without(child, paths)] as const];
  });
  return Array.isArray(value) ? kept.map(([, child]) => child) : Object.fromEntries(kept);
}
