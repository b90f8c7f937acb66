import { formatMessage } from '#src/domain/model/messages.ts';
import type { SearchOutcome } from './find-openings.ts';

/** The outcome in one sentence: what stands above the list and what a screen reader hears. */
export function searchSummary(outcome: SearchOutcome): string {
  if (outcome.kind === 'select-company') return formatMessage('selectCompanyToSearch');
  if (outcome.kind === 'unavailable') return 'The openings cannot be shown right now.';
  const { openings, search } = outcome;
  if (openings.length === 1) return '1 opening';
  if (openings.length > 1) return `${openings.length} openings`;
  if (search.q !== '') return formatMessage('noOpeningsFound', { query: search.q });
  return search.company_id === ''
    ? 'There are no openings today.'
    : 'This company has no openings today.';
}
