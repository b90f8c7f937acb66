import { useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import styles from './apply-form.module.css';
import type { Draft } from './draft.ts';
import { applicationMessages } from './messages.ts';

/** What an earlier visit or another tab left, offered back. */
export function DraftNotice({
  offer,
  onRestore,
  onDiscard,
}: {
  offer: { readonly draft: Draft; readonly from: 'earlier' | 'tab' } | undefined;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  if (!offer) return null;
  const written = new Date(offer.draft.savedAt).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <Alert
      tone="info"
      className={styles.notice}
      title={
        offer.from === 'tab' ? applicationMessages.draftFromTab : applicationMessages.draftOffer
      }
    >
      <p>Last written: {written}.</p>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onRestore}>
          Restore
        </Button>
        <Button variant="plain" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}

/** Says what this device keeps, and takes it away after a second word. */
export function ForgetMe({ blocked, onForget }: { blocked: boolean; onForget: () => void }) {
  const [asking, setAsking] = useState(false);
  if (asking)
    return (
      <Alert tone="info" className={styles.notice}>
        <p>{applicationMessages.forgetWarning}</p>
        <div className={styles.buttons}>
          <Button variant="quiet" onClick={onForget}>
            Forget me
          </Button>
          <Button variant="plain" onClick={() => setAsking(false)} autoFocus>
            Keep it
          </Button>
        </div>
      </Alert>
    );
  return (
    <p className={styles.note}>
      {blocked ? applicationMessages.draftBlocked : applicationMessages.draftKept}{' '}
      <button type="button" className={styles.link} onClick={() => setAsking(true)}>
        Forget me on this device
      </button>
    </p>
  );
}
