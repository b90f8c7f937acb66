import type { Opening } from '#src/domain/model/opening.ts';
import {
  parseApplicationForm,
  type SubmitOptions,
} from '#src/features/application/submit-application.ts';
import { parityOpening, type Verdict } from './odd-values.ts';

export const opening = parityOpening as unknown as Opening;

/** What the site finds in an application form; a valid application is not sent. */
export async function siteVerdict(values: Readonly<Record<string, string>>): Promise<Verdict> {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  const findOpening = async () => opening;
  const { validate } = parseApplicationForm({ findOpening } as unknown as SubmitOptions, data);
  const invalid = await validate();
  if (typeof invalid === 'function') return {};
  if (invalid.fields) return invalid.fields;
  throw new Error(`The site neither accepts nor names a field: ${invalid.message}`);
}

/** Without the length of the letter: the site judges it last, after sanitizing. */
export function withoutLetterLength(verdict: Verdict): Verdict {
  const { cover_letter, ...others } = verdict;
  return cover_letter?.startsWith('Please enter no more') || cover_letter === undefined
    ? others
    : verdict;
}
