import { Receipt } from '../features/documents/receipt.client.tsx';
import { Feedback } from '../features/feedback/feedback.tsx';
import { siteFile } from '../site/site-file.ts';

export default function FeedbackPage() {
  return (
    <>
      <title>{`Thank you | ${siteFile.brand.companyName}`}</title>
      <meta name="robots" content="noindex" />
      <Feedback>
        <Receipt />
      </Feedback>
    </>
  );
}

export const getConfig = async () => ({ render: 'static' }) as const;
