import type { PageProps } from 'waku/router';
import { myApplicationHref } from '#src/addresses.ts';
import { LinkPage } from '#src/components/link-page/link-page.tsx';
import { documentsProps } from '#src/features/documents/document-help.ts';
import { DocumentsForm } from '#src/features/documents/documents-section.client.tsx';
import { uploadOutcome } from '#src/features/documents/upload-outcome.ts';
import { readResult } from '#src/features/my-application/action-result.ts';
import { takesDocuments } from '#src/features/my-application/application-stage.tsx';
import { findApplication } from '#src/features/my-application/find-application.ts';
import {
  LinkUnavailable,
  MyApplication,
  receivedDocuments,
  UnknownLink,
} from '#src/features/my-application/my-application.tsx';
import { lateTexts } from '#src/language/late-texts.ts';
import { texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts, requestContext } from '#src/request/request-context.ts';

/** Shows one application to whoever has its link. `?result=` names the result of the last action. */
export default async function MyApplicationPage({
  token,
  query,
}: PageProps<'/my-application/[token]'>) {
  addBrowserTexts(...lateTexts.documents);
  const result = readResult(query);
  const found = await findApplication(token, result);
  return (
    <LinkPage sendsFetchMetadata={requestContext().getHeader('sec-fetch-site') !== undefined}>
      <title>{pageTitle(texts().myApplication.title)}</title>
      {found.kind === 'unknown' ? (
        <UnknownLink result={result} isDamaged={found.isDamaged} />
      ) : null}
      {found.kind === 'unavailable' ? <LinkUnavailable result={result} /> : null}
      {found.kind === 'found' ? (
        <MyApplication
          token={token}
          linked={found.linked}
          result={result}
          mayUpload={found.submissionId !== undefined}
        >
          <DocumentsForm
            {...documentsProps(found.linked.role_name)}
            outcome={uploadOutcome()}
            application={{
              joblistingid: found.linked.application.joblistingid,
              applicantId: found.linked.application.applicant_id,
              submissionId: found.submissionId,
              received: receivedDocuments(found.linked),
              isClosed: !takesDocuments(found.linked),
            }}
            page={{
              kind: 'link',
              path: myApplicationHref(token),
              mayUpload: found.submissionId !== undefined,
            }}
          />
        </MyApplication>
      ) : null}
    </LinkPage>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
