import { siteConfig } from '#src/config/site.ts';
import { Receipt } from '../features/documents/receipt.client.tsx';
import { Feedback } from '../features/feedback/feedback.tsx';

export default function FeedbackPage() {
  return (
    <>
      <title>{`Thank you | ${siteConfig.brand.companyName}`}</title>
      <meta name="robots" content="noindex" />
      <Feedback>
        <Receipt />
        <noscript>
          <p>
            <a href="/api/submission">See your reference, and which documents have arrived</a>
          </p>
        </noscript>
      </Feedback>
    </>
  );
}

export const getConfig = async () => ({ render: 'static' }) as const;
