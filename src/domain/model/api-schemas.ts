import { z } from 'zod';

/** API hosts send ids as numbers or strings; ours are strings throughout. */
export const idSchema = z.union([z.string().min(1), z.number()]).transform(String);

/** A text that a host may leave out or send as null. */
export const textSchema = z
  .union([z.string(), z.number().transform(String), z.null()])
  .optional()
  .transform((value) => value ?? '');

/** A list that a host may leave out or send as null. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);
