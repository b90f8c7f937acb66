import { messages } from './messages.ts';

export class GalleryCategoryError extends Error {
  override readonly name = 'GalleryCategoryError';
  constructor(value: number | string) {
    super(`${messages.galleryCategory}, and ${JSON.stringify(value)} is not`);
  }
}

/** Section 3: one category or a comma-separated list. @throws GalleryCategoryError for any other value (section 5) */
export function readCategories(value: number | string): number[] {
  const numbers = String(value)
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new GalleryCategoryError(value);
  return [...new Set(numbers)];
}
