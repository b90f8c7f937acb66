import type { PageProps } from 'waku/router';
import { myApplicationHref, readResult } from '#src/addresses.ts';
import { LinkPage } from '#src/components/link-page/link-page.tsx';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { takesDocuments } from '#src/domain/model/stages.ts';
import { documentsProps } from '#src/features/documents/document-help.ts';
import { DocumentsForm } from '#src/features/documents/documents-section.client.tsx';
import { uploadOutcome } from '#src/features/documents/upload-outcome.ts';
import {
  type FoundApplication,
  findLinkedApplication,
} from '#src/features/my-application/find-application.ts';
import { type ActionResult, actionResults } from '#src/features/my-application/link-actions.ts';
import {
  LinkUnavailable,
  MyApplication,
  receivedDocuments,
  UnknownLink,
} from '#src/features/my-application/my-application.tsx';
import { isoDay } from '#src/language/format-date.ts';
import { lateTexts } from '#src/language/late-texts.ts';
import { texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts, requestContext } from '#src/request/request-context.ts';

export default async function MyApplicationPage({
  token,
  query,
}: PageProps<'/my-application/[token]'>) {
  addBrowserTexts(...lateTexts.documents);
  const result = readResult(query, actionResults);
  const linked = await findLinkedApplication(token, result);
  return (
    <LinkPage sendsFetchMetadata={requestContext().getHeader('sec-fetch-site') !== undefined}>
      <title>{pageTitle(texts().myApplication.title)}</title>
      {linked.kind === 'unknown' ? <UnknownLink token={token} result={result} /> : null}
      {linked.kind === 'unavailable' ? <LinkUnavailable result={result} /> : null}
      {linked.kind === 'found' ? (
        <LinkedPage token={token} result={result} {...linked.found} />
      ) : null}
    </LinkPage>
  );
}

function LinkedPage({
  token,
  result,
  linked,
  submissionId,
}: FoundApplication & { token: string; result: ActionResult | undefined }) {
  const { joblistingid, company_id, applicant_id, firstname, lastname } = linked.application;
  const mayUpload = submissionId !== undefined;
  const due = Date.parse(linked.applied_at) + limits.documentsDays * dayMs;
  return (
    <MyApplication token={token} linked={linked} result={result} mayUpload={mayUpload}>
      <DocumentsForm
        {...documentsProps(linked)}
        outcome={uploadOutcome()}
        application={{
          joblistingid,
          applicantId: applicant_id,
          submissionId,
          companyId: company_id,
          applicant: `${firstname} ${lastname}`,
          received: receivedDocuments(linked),
          needed: linked.documents_needed,
          // After this day documents are still accepted, so the page names no day.
          until: due > Date.now() ? isoDay(due) : undefined,
          mayReplace: linked.replacements_left > 0,
          isClosed: !takesDocuments({ ...linked, stage: linked.stage?.name }),
        }}
        page={{ kind: 'link', path: myApplicationHref(token), mayUpload }}
      />
    </MyApplication>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
