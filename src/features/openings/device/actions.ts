'use server';

import { openingHref, openingIdOf } from '#src/addresses.ts';
import { statusAt } from '#src/config/site-time.ts';
import { limits } from '#src/domain/model/limits.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { langOf } from '#src/language/format.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { findOpening } from '../data/find-opening.ts';
import { catalogueInTime } from '../data/openings-source.ts';

/** At most this number of openings that are not in the list is requested from the API host. */
const maxClosed = 20;

export interface DescribedOpening {
  readonly id: string;
  /** Absent if the API host no longer has the opening. */
  readonly role?: string | undefined;
  readonly lang?: string | undefined;
  readonly facts?: string | undefined;
  /** The address of the opening's page, while the opening is open. */
  readonly href?: string | undefined;
}

/** @param request.ids the ids of openings, encoded for a URL, with spaces between them */
export async function describeOpenings({ ids }: { ids?: string }): Promise<DescribedOpening[]> {
  const requested = String(ids ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, limits.savedOpenings)
    .map(openingIdOf);
  const catalogue = await catalogueInTime();
  const statusOf = statusAt(new Date());
  let closed = 0;
  return Promise.all(
    requested.map(async (id) => {
      const listed = catalogue?.withId(id);
      if (listed) return describe(listed, statusOf(listed) !== 'closed');
      closed += 1;
      const outcome = closed > maxClosed ? undefined : await findOpening(id);
      const opening = outcome && 'opening' in outcome && outcome.opening;
      return opening ? describe(opening, outcome.kind === 'found') : { id };
    }),
  );
}

const describe = (opening: Opening, isOpen: boolean): DescribedOpening => ({
  id: opening.id,
  role: opening.role_name,
  lang: langOf(opening.language),
  facts: factsOf(
    opening,
    isOpen ? ['company', 'place', 'pay', 'countdown'] : ['company', 'place', 'pay'],
  ).join(', '),
  href: isOpen ? openingHref(opening.id) : undefined,
});
