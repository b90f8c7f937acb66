import type { PageProps } from 'waku/router';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { feedbackPath, submissionHref } from '#src/domain/rules/addresses.ts';
import { findRole } from '#src/features/openings/find-openings.ts';
import { Receipt } from '../features/documents/receipt.client.tsx';
import {
  Feedback,
  NextSteps,
  NoApplication,
  Thanks,
  Withdrawn,
} from '../features/feedback/feedback.tsx';

/** `?joblistingid=` names the opening of the receipt, `submission` the one of two people who applied to it. */
export default async function FeedbackPage({ query }: PageProps<'/feedback'>) {
  const parameters = new URLSearchParams(query);
  const joblistingid = parameters.get('joblistingid') || undefined;
  const submissionId = parameters.get('submission') || undefined;
  const role = joblistingid ? await findRole(joblistingid) : undefined;
  return (
    <>
      <title>{`${joblistingid ? 'Thank you' : 'Your application'} | ${siteConfig.brand.companyName}`}</title>
      <meta name="description" content={siteConfig.feedback.text} />
      <link rel="canonical" href={settings().siteOrigin + feedbackPath} />
      <Feedback>
        <Receipt
          joblistingid={joblistingid}
          submissionId={submissionId}
          role={role}
          thanks={<Thanks />}
          withdrawn={<Withdrawn />}
          missing={<NoApplication />}
        >
          <NextSteps />
        </Receipt>
        <noscript>
          <p>
            <a href={submissionHref(joblistingid, { submissionId })}>
              See your reference, and which documents have arrived
            </a>
          </p>
        </noscript>
      </Feedback>
    </>
  );
}

// Dynamic, because the receipt depends on the query.
export const getConfig = async () => ({ render: 'dynamic' }) as const;
