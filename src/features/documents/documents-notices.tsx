import { texts } from '#language';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { dateText, fill } from '#src/language/format.ts';
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
  const text = texts().documents;
  const send = receivedCount === 0 ? text.sendAll : text.sendOthers;
  const byDay = until === undefined ? send.withinWeek : fill(send.by, { until: dateText(until) });
  return (
    <div className={styles.intro}>
      <p>
        {receivedCount === 0
          ? text.sent
          : fill(text.sentInPart, { received: receivedCount, total: documentOrder.length })}
      </p>
      <p>{isLinkPage ? `${send.here} ${text.comeBack}` : `${byDay} ${text.comeBackInBrowser}`}</p>
      {hydrated ? <p className={`note ${styles.dropping}`}>{text.mayDrop}</p> : null}
    </div>
  );
}

export function DocumentsDone({
  takesFocus,
  receipt,
}: {
  takesFocus: boolean;
  receipt?: string | undefined;
}) {
  // In a later visit the page of the opening stays at its beginning, because the visitor may read it again.
  const DoneAlert = takesFocus ? ResultAlert : Alert;
  return (
    <DoneAlert tone="success" title={texts().documents.messages.documentUploaded}>
      <p>{texts().documents.allArrived}</p>
      {receipt === undefined ? null : (
        <p>
          <a href={receipt}>{texts().documents.toReceipt}</a>
        </p>
      )}
    </DoneAlert>
  );
}
