import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import styles from './documents-upload.module.css';

export function DocumentsIntro({
  isLinkPage,
  receivedCount,
  until,
}: {
  isLinkPage: boolean;
  receivedCount: number;
  until: string | undefined;
}) {
  const hydrated = useHydrated();
  const rest = receivedCount === 0 ? 'your documents' : 'the others';
  return (
    <div className={styles.intro}>
      <p>
        {receivedCount === 0
          ? 'Your application has been sent.'
          : `Your application and ${receivedCount} of ${documentOrder.length} documents have been sent.`}
      </p>
      <p>
        {isLinkPage
          ? `Send ${rest} here. To come back later, open this page again.`
          : `Send ${rest} ${until ? `by ${until}` : 'within one week'}. To come back later, open this page again in this browser.`}
      </p>
      {hydrated ? (
        <p className={`note ${styles.dropping}`}>A file can also be dropped on its row.</p>
      ) : null}
    </div>
  );
}

export function DocumentsDone({
  isNews,
  receipt,
}: {
  isNews: boolean;
  receipt?: string | undefined;
}) {
  // In a later visit the page of the opening stays at its beginning, because the visitor may read it again.
  const DoneAlert = isNews ? ResultAlert : Alert;
  return (
    <DoneAlert tone="success" title={messages.documentUploaded}>
      <p>All documents have arrived.</p>
      {receipt === undefined ? null : (
        <p>
          <a href={receipt}>On to your receipt</a>
        </p>
      )}
    </DoneAlert>
  );
}
