import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import styles from './application-form.module.css';
import type { DraftOffer } from './draft-state.ts';
import { applicationMessages } from './messages.ts';

/** Offers the draft of an earlier visit or of another tab. */
export function DraftNotice({
  offer,
  restore,
  discard,
}: {
  offer?: DraftOffer | undefined;
  restore: () => void;
  discard: () => void;
}) {
  if (!offer) return null;
  const savedAt = new Date(offer.draft.savedAt).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const { draftFromTab, draftOffer } = applicationMessages;
  return (
    <Alert
      tone="info"
      className={styles.notice}
      title={offer.from === 'tab' ? draftFromTab : draftOffer}
    >
      <p>{`Last written: ${savedAt}.`}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={restore}>
          Restore
        </Button>
        <Button variant="plain" onClick={discard}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}
