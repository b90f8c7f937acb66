import type { z } from 'zod';
import type { SiteFault } from './site-file.ts';
import { siteConfigSchema } from './site-schema.ts';
import { translatedTexts } from './site-values.ts';

/**
 * Returns the values of a site config with the texts of another language. These have the same structure, but only the
 * values that the schema marks as translated. An empty text, such as the `alt` of most pictures, has no translation.
 * @param report gets each text that is missing or that has no counterpart
 */
export const translateSite = (
  values: unknown,
  translation: unknown,
  report: (fault: SiteFault) => void,
): unknown =>
  merged({ schema: siteConfigSchema, value: values, text: translation, path: [] }, report);

interface Part {
  readonly schema: z.core.$ZodType | undefined;
  readonly value: unknown;
  /** Null or absent if the part has no texts. */
  readonly text: unknown;
  readonly path: readonly string[];
}

function merged(part: Part, report: (fault: SiteFault) => void): unknown {
  const { schema, value, text, path } = part;
  const refuse = (message: string) => {
    report({ path, message });
    return value;
  };
  const isEmpty = value === undefined || value === '';
  if (text === undefined || text === null) {
    if (!isEmpty && isTranslated(schema)) return refuse('is missing in this language');
  } else if (isEmpty) return refuse('is not in the file of the first language');
  else if (isTranslated(schema)) return text;
  else if (!isObject(value) || !isObject(text))
    return refuse('is the same in each language, and has no place in this file');
  if (!isObject(value)) return value;
  const texts = isObject(text) ? text : {};
  if (Array.isArray(value) && Array.isArray(text) && value.length !== text.length)
    return refuse(`has ${text.length} items instead of ${value.length}`);
  const entries = Object.keys({ ...value, ...texts }).map((key) => [
    key,
    merged(
      { schema: partOf(schema, key), value: value[key], text: texts[key], path: [...path, key] },
      report,
    ),
  ]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** A text may be optional. */
const isTranslated = (schema: z.core.$ZodType | undefined): boolean =>
  schema !== undefined &&
  (translatedTexts.get(schema) !== undefined ||
    isTranslated((schema._zod.def as Definition).innerType));

interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
}

/** Returns the schema of a property or an item. */
function partOf(schema: z.core.$ZodType | undefined, key: string): z.core.$ZodType | undefined {
  const definition = (schema?._zod.def ?? {}) as Definition;
  const { shape, element, valueType, options } = definition;
  if (options) return options.map((option) => partOf(option, key)).find(Boolean);
  const inner = definition.innerType ?? definition.in;
  return inner ? partOf(inner, key) : (shape?.[key] ?? element ?? valueType);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
