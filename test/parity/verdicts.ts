import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { submitApplication } from '#src/features/application/submit-application.ts';
import { fieldTexts } from '#src/language/messages.ts';
import { parityOpening, type Verdict } from './odd-values.ts';

export const opening = parityOpening as unknown as Opening;

/** What the server function of the application form finds; a valid application is not sent. */
export async function siteVerdict(values: Readonly<Record<string, string>>): Promise<Verdict> {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  const { result } = await submitApplication(
    {
      client: { ...({} as ApiClient), applicationState: async () => 'stored' },
      submissions: {
        start: async () => ({
          kind: 'settled',
          id: '1',
          result: { status: 'accepted', applicantId: '7' },
        }),
        markSending: async () => {},
        settle: async () => {},
        remove: async () => {},
      },
      findOpening: async () => opening,
      refreshOpening: async () => opening,
      wait: async () => {},
      checkRateLimit: async () => undefined,
    },
    data,
  );
  if (result.status === 'accepted') return {};
  if (result.status === 'invalid') return fieldTexts(result.issues);
  throw new Error(`The site neither accepts nor names a field: ${result.status}.`);
}

/** Without the length of the letter: the site judges it last, after sanitizing. */
export function withoutLetterLength(verdict: Verdict): Verdict {
  const { cover_letter, ...others } = verdict;
  return cover_letter?.startsWith('Please enter no more') || cover_letter === undefined
    ? others
    : verdict;
}
