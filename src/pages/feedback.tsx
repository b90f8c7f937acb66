import type { PageProps } from 'waku/router';
import { feedbackPath } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { documentsProps } from '#src/features/documents/document-help.ts';
import { Receipt } from '#src/features/documents/receipt.client.tsx';
import { findReceipt } from '#src/features/documents/submission-state.ts';
import { uploadOutcome } from '#src/features/documents/upload-outcome.ts';
import {
  Closed,
  Feedback,
  NextSteps,
  NoApplication,
  Thanks,
  Withdrawn,
} from '#src/features/feedback/feedback.tsx';
import { LostLinks } from '#src/features/my-application/lost-links.tsx';
import { findRole } from '#src/features/openings/data/find-opening.ts';
import { lateTexts } from '#src/language/late-texts.ts';
import { inLanguage } from '#src/language/paths.ts';
import { site, texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';

/** `?joblistingid=` names the opening of the receipt; `submission` selects one of two people's applications to it. */
export default async function FeedbackPage({ query }: PageProps<'/feedback'>) {
  addBrowserTexts(...lateTexts.documents, 'documentsNotLoaded', 'receipt', 'copyLink');
  const { feedback } = site();
  const parameters = new URLSearchParams(query);
  const joblistingid = parameters.get('joblistingid') || undefined;
  const submissionId = parameters.get('submission') || undefined;
  const answer = await findReceipt(joblistingid, submissionId);
  const known = answer === 'unanswered' ? undefined : answer;
  const openingId = known?.joblistingid ?? joblistingid;
  const role = openingId ? await findRole(openingId) : undefined;
  const text = texts().feedback;
  const { siteOrigin } = settings();
  return (
    <>
      <title>{pageTitle(known && !known.isClosed ? text.title : text.titleWithout)}</title>
      <meta name="description" content={feedback.text} />
      <link rel="canonical" href={siteOrigin + inLanguage(feedbackPath)} />
      <Feedback company={role?.company_name ?? ''}>
        <Receipt
          joblistingid={joblistingid}
          submissionId={submissionId}
          initial={answer}
          role={role}
          siteOrigin={siteOrigin}
          documents={{
            ...documentsProps(role ?? { role_name: '', company_name: '' }),
            outcome: uploadOutcome(),
          }}
          thanks={<Thanks />}
          withdrawn={<Withdrawn />}
          closed={<Closed />}
          missing={
            <NoApplication>
              {/* The API host is asked only where the form may be needed. */}
              {known ? null : <LostLinks />}
            </NoApplication>
          }
        >
          <NextSteps />
        </Receipt>
      </Feedback>
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
