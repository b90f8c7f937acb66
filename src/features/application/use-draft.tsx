import { useCallback, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import styles from './application-form.module.css';
import {
  type Draft,
  draftKey,
  isWorthKeeping,
  mergeDraft,
  parseDraft,
  randomKey,
  readDraft,
  removeDraft,
  removeDrafts,
  writeDraft,
} from './draft.ts';
import { applicationMessages } from './messages.ts';

const saveAfterMs = 400;

interface DraftOptions {
  readonly openingId: string;
  /** The form's current values; undefined while the form is not rendered. */
  readonly read: () => FormValues | undefined;
  readonly fill: (values: FormValues) => void;
  readonly shows: (values: FormValues) => boolean;
  /** Another tab submitted or discarded the draft. */
  readonly onGone: () => void;
}

interface DraftOffer {
  readonly draft: Draft;
  readonly from: 'earlier' | 'tab';
}

/**
 * Stores the entered values on this device, one draft per opening, and offers the draft of an
 * earlier visit or another tab. An empty form never overwrites a draft: while a draft is offered,
 * only fields changed since replace its values.
 */
export function useDraft(options: DraftOptions) {
  const latest = useRef(options);
  latest.current = options;
  const { openingId } = options;
  const [offer, setOffer] = useState<DraftOffer>();
  const [blocked, setBlocked] = useState(false);
  const offered = useRef<Draft>(undefined);
  offered.current = offer?.draft;
  const session = useRef<{ tab: string; key: string; initial: FormValues }>(undefined);
  const touched = useRef(new Set<string>());
  const timer = useRef<number>(undefined);
  const stopped = useRef(false);

  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const current = latest.current.read();
    if (!session.current || !current || stopped.current || touched.current.size === 0) return;
    const { initial, key, tab } = session.current;
    const values = offered.current
      ? mergeDraft(offered.current.values, current, touched.current)
      : current;
    withStorage((storage) => {
      if (!isWorthKeeping(values, initial)) return removeDraft(storage, openingId);
      writeDraft(storage, openingId, { key, tab, savedAt: Date.now(), values });
    }, setBlocked);
  }, [openingId]);

  useEffect(() => {
    session.current = {
      tab: randomKey(),
      key: randomKey(),
      initial: latest.current.read() ?? {},
    };
    withStorage((storage) => {
      removeDrafts(storage, (stored) => parseDraft(stored, Date.now()) === undefined);
      const found = readDraft(storage, openingId, Date.now());
      if (!found || !session.current) return;
      session.current.key = found.key;
      if (!latest.current.shows(found.values)) setOffer({ draft: found, from: 'earlier' });
    });

    const onStorage = (event: StorageEvent) => {
      if (event.key !== draftKey(openingId) || stopped.current || !session.current) return;
      const draft = parseDraft(event.newValue, Date.now());
      if (!draft) {
        setOffer(undefined);
        return latest.current.onGone();
      }
      if (touched.current.size === 0) session.current.key = draft.key;
      if (!latest.current.shows(draft.values)) setOffer({ draft, from: 'tab' });
    };
    const onHide = () => save();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      onHide();
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [openingId, save]);

  const remove = () => withStorage((storage) => removeDraft(storage, openingId));
  function stop(): void {
    stopped.current = true;
    window.clearTimeout(timer.current);
    setOffer(undefined);
  }

  return {
    offer,
    /** Whether the browser blocks storage. */
    blocked,
    /** Call with the name of each control that changes. */
    changed(name: string) {
      if (!session.current) return;
      touched.current.add(name);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(save, saveAfterMs);
    },
    /** Writes the draft without waiting for the timer. */
    save,
    /** The form's key. */
    formKey: () => session.current?.key ?? '',
    restore() {
      if (!offer) return;
      const untouched = Object.entries(offer.draft.values).filter(
        ([name]) => !touched.current.has(name),
      );
      setOffer(undefined);
      latest.current.fill(Object.fromEntries(untouched));
    },
    discard() {
      setOffer(undefined);
      if (session.current && touched.current.size === 0) session.current.key = randomKey();
      if (touched.current.size === 0) remove();
      else timer.current = window.setTimeout(save);
    },
    /** Removes the draft of an accepted application; nothing is stored after that. */
    finish() {
      stop();
      remove();
    },
    /** 'Forget me on this device': removes all drafts; nothing is stored until a reload. */
    forget() {
      stop();
      withStorage((storage) => removeDrafts(storage));
    },
  };
}

/**
 * Runs `work` on localStorage. Calls `report` instead of throwing if it is missing, blocked or
 * full.
 */
function withStorage(work: (storage: Storage) => void, report?: (blocked: boolean) => void): void {
  try {
    work(window.localStorage);
    report?.(false);
  } catch {
    report?.(true);
  }
}

/** Offers the draft of an earlier visit or of another tab. */
export function DraftNotice({
  offer,
  restore,
  discard,
}: Pick<ReturnType<typeof useDraft>, 'offer' | 'restore' | 'discard'>) {
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
      <p>Last written: {savedAt}.</p>
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

/** Explains what this device stores, and removes it after a confirmation. */
export function ForgetMe({ blocked, onForget }: { blocked: boolean; onForget: () => void }) {
  const [confirming, setConfirming] = useState(false);
  if (confirming)
    return (
      <Alert tone="info" className={styles.notice}>
        <p>{applicationMessages.forgetWarning}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onForget}>
            Forget me
          </Button>
          <Button variant="plain" onClick={() => setConfirming(false)} autoFocus>
            Keep it
          </Button>
        </div>
      </Alert>
    );
  return (
    <p className={styles.note}>
      {blocked ? applicationMessages.draftBlocked : applicationMessages.draftKept}{' '}
      <button type="button" className={styles.link} onClick={() => setConfirming(true)}>
        Forget me on this device
      </button>
    </p>
  );
}
