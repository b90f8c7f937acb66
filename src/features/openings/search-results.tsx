import { Alert } from '#src/components/alert/alert.tsx';
import { ButtonLink } from '#src/components/button/button.tsx';
import { siteConfig } from '#src/config/site.ts';
import { EmptyState } from './empty-state.tsx';
import type { SearchOutcome } from './find-openings.ts';
import { OpeningList } from './opening-list.tsx';
import { searchAddress } from './search-address.ts';

const { locale, timeZone } = siteConfig.region;
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
});

/** What a search found, drawn on the server: the list, or a sentence with a way on. */
export function OpeningsAnswer({ outcome }: { outcome: SearchOutcome }) {
  if (outcome.kind === 'unavailable')
    return (
      <Alert tone="error" title="This is our fault, not yours.">
        <p>The list of jobs is not answering. Nothing is lost; please try again in a minute.</p>
        <p>
          <ButtonLink variant="quiet" href={searchAddress(outcome.search)}>
            Try again
          </ButtonLink>
        </p>
      </Alert>
    );
  if (outcome.kind === 'select-company') return <EmptyState />;
  return (
    <>
      {outcome.staleSince ? <StaleNote since={outcome.staleSince} /> : null}
      {outcome.openings.length === 0 ? <EmptyState /> : <OpeningList openings={outcome.openings} />}
    </>
  );
}

/** The copy shown was true at `since`; the time is that of the site file's region. */
export function StaleNote({ since }: { since: Date }) {
  return (
    <Alert tone="info" title="This may be out of date.">
      <p>
        We cannot reach the latest list right now. You see it as it was at{' '}
        <time dateTime={since.toISOString()}>{clock.format(since)}</time>.
      </p>
    </Alert>
  );
}
