import type { PageProps } from 'waku/router';
import { alertRequestedCodes, readResult } from '#src/addresses.ts';
import { apiReads } from '#src/api-client/api-client.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { AlertRequested, AlertsNotOffered, AskForAlert } from '#src/features/alerts/alerts.tsx';
import { describeSearch } from '#src/features/alerts/find-alert.ts';

/** `?result=requested` shows that a request was sent. The other parameters are those of a list. */
export default async function AlertsPage({ query }: PageProps<'/alerts'>) {
  const { search, words } = await describeSearch(readSearch(new URLSearchParams(query)));
  const isOffered = (await apiReads.offersAlerts()) !== false;
  const requested = readResult(query, alertRequestedCodes);
  const [, hour] = requested?.split('-') ?? [];
  const until = hour === undefined ? undefined : Number(hour);
  const Offered = requested === undefined ? AskForAlert : AlertRequested;
  const Content = isOffered ? Offered : AlertsNotOffered;
  return (
    <div className="wrap">
      <meta name="robots" content="noindex" />
      <Content search={search} words={words} until={until} />
    </div>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
