import type { PageProps } from 'waku/router';
import { readResult } from '#src/addresses.ts';
import { LinkPage } from '#src/components/link-page/link-page.tsx';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import {
  AlertPage,
  AlertUnavailable,
  alertsTitle,
  UnknownAlert,
} from '#src/features/alerts/alerts.tsx';
import { alertResults, findAlert } from '#src/features/alerts/find-alert.ts';
import { requestContext } from '#src/request/request-context.ts';

export default async function AlertLinkPage({ token, query }: PageProps<'/alerts/[token]'>) {
  const result = readResult(query, alertResults);
  const linked = await findAlert(token, result);
  return (
    <LinkPage sendsFetchMetadata={requestContext().getHeader('sec-fetch-site') !== undefined}>
      <title>{alertsTitle()}</title>
      {linked.kind === 'found' ? (
        <AlertPage token={token} result={result} alert={linked.found} />
      ) : null}
      {linked.kind === 'unknown' ? (
        <UnknownAlert search={readSearch(new URLSearchParams(query))} result={result} />
      ) : null}
      {linked.kind === 'unavailable' ? <AlertUnavailable result={result} /> : null}
    </LinkPage>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
