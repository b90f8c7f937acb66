import type { Ref } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import styles from './application-form.module.css';
import type { DraftOffer, DraftView } from './draft-state.ts';
import { applicationMessages } from './messages.ts';

/** Offers the draft of an earlier visit or of another tab. */
export function DraftNotice({
  offer,
  onDecide,
}: {
  offer?: DraftOffer | undefined;
  onDecide: (decision: 'restore' | 'discard') => void;
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
        <Button variant="secondary" onClick={() => onDecide('restore')}>
          Restore
        </Button>
        <Button variant="plain" onClick={() => onDecide('discard')}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}

/**
 * States what became of a draft. Its line is always there, so that no field moves; it has the focus after 'Restore' and
 * 'Discard', which are gone then.
 */
export function DraftOutcome({
  outcome,
  ref,
}: {
  outcome: DraftView['outcome'];
  ref: Ref<HTMLParagraphElement>;
}) {
  const { draftRestored, draftDiscarded } = applicationMessages;
  return (
    <p ref={ref} className={styles.outcome} role="status" tabIndex={-1}>
      {outcome ? (
        <>
          <Icon name="check-circle" />
          <span>{outcome === 'restored' ? draftRestored : draftDiscarded}</span>
        </>
      ) : null}
    </p>
  );
}
