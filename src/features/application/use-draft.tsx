import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { announceForgotten, type ForgottenPhase, onForgotten } from '#src/components/forgotten.ts';
import { TextField } from '#src/components/form/text-field.tsx';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import styles from './application-form.module.css';
import {
  type Draft,
  draftKey,
  isOtherPerson,
  isWorthKeeping,
  mergeDraft,
  parseDraft,
  randomKey,
  readDraft,
  readSent,
  removeAll,
  removeDraft,
  removeSent,
  removeUnusableDrafts,
  type SentRecord,
  writeDraft,
  writeSent,
} from './draft.ts';
import { applicationMessages } from './messages.ts';

const saveAfterMs = 400;

interface DraftOptions {
  readonly openingId: string;
  /** The form's current values; undefined while the form is not rendered. */
  readonly read: () => FormValues | undefined;
  /** The form's values as the page came from the site, before anything was entered. */
  readonly readDefaults: () => FormValues | undefined;
  readonly fill: (values: FormValues) => void;
  readonly shows: (values: FormValues) => boolean;
  /** Another tab submitted or discarded the draft. */
  readonly onGone: () => void;
  /** Another tab forgets this device: empties the form. */
  readonly onForgotten: (phase: ForgottenPhase) => void;
  /** The day on which the draft's application was accepted, as text; undefined if it was not. */
  readonly findSent: (draft: Draft) => Promise<string | undefined>;
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
  const [sent, setSent] = useState<SentRecord>();
  const [blocked, setBlocked] = useState(false);
  /** Whether the visitor entered anything in this form. */
  const [inUse, setInUse] = useState(false);
  const offered = useRef<Draft>(undefined);
  offered.current = offer?.draft;
  const session = useRef<{ tab: string; key: string; initial: FormValues }>(undefined);
  const touched = useRef(new Set<string>());
  const timer = useRef<number>(undefined);
  const stopped = useRef(false);
  /** The draft that the device had when the page opened. */
  const foundDraft = useRef<Draft>(undefined);
  /** Whether there is input that is not stored. A page that is left writes nothing else. */
  const unsaved = useRef(false);
  /** Whether this tab's values are the stored draft. */
  const stored = useRef(false);

  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const current = latest.current.read();
    if (!session.current || !current || stopped.current || !unsaved.current) return;
    const { initial, key, tab } = session.current;
    const values = offered.current
      ? mergeDraft(offered.current.values, current, touched.current)
      : current;
    withStorage((storage) => {
      stored.current = isWorthKeeping(values, initial);
      if (!stored.current) removeDraft(storage, openingId);
      else writeDraft(storage, openingId, { key, tab, savedAt: Date.now(), values });
      unsaved.current = false;
    }, setBlocked);
  }, [openingId]);

  const stop = useCallback(() => {
    stopped.current = true;
    window.clearTimeout(timer.current);
    setOffer(undefined);
    setSent(undefined);
  }, []);

  useEffect(() => {
    session.current = {
      tab: randomKey(),
      key: randomKey(),
      initial: latest.current.readDefaults() ?? {},
    };
    withStorage((storage) => {
      removeUnusableDrafts(storage, Date.now());
      setSent(readSent(storage, openingId, Date.now()));
      const found = readDraft(storage, openingId, Date.now());
      if (!found || !session.current) return;
      session.current.key = found.key;
      foundDraft.current = found;
      if (!latest.current.shows(found.values)) setOffer({ draft: found, from: 'earlier' });
      void latest.current
        .findSent(found)
        .then((appliedOn) => appliedOn && setAside(found, appliedOn));
    });

    /** Removes the draft of an accepted application, and keeps the way to its documents. */
    function setAside({ key }: Draft, appliedOn: string): void {
      // Somebody writes in this form: the site decides by the email address whose application it is.
      if (touched.current.size > 0) return;
      withStorage((storage) => {
        if (readDraft(storage, openingId, Date.now())?.key !== key) return;
        removeDraft(storage, openingId);
        const record = { key, appliedOn, savedAt: Date.now() };
        writeSent(storage, openingId, record);
        setSent(record);
      });
      setOffer((now) => (now?.draft.key === key ? undefined : now));
      if (session.current) session.current.key = randomKey();
    }

    const onStorage = (event: StorageEvent) => {
      if (event.key !== draftKey(openingId) || stopped.current || !session.current) return;
      const draft = parseDraft(event.newValue, Date.now());
      if (!draft) {
        setOffer(undefined);
        stored.current = false;
        const removed = parseDraft(event.oldValue, Date.now())?.values;
        const current = latest.current.read();
        if (!removed || !current || !isOtherPerson(current, removed, touched.current))
          return latest.current.onGone();
        session.current.key = randomKey();
        return;
      }
      stored.current = false;
      if (touched.current.size === 0) session.current.key = draft.key;
      if (!latest.current.shows(draft.values)) setOffer({ draft, from: 'tab' });
    };
    function clear(phase: ForgottenPhase): void {
      stop();
      withStorage(removeAll);
      latest.current.onForgotten(phase);
    }
    /** A page in the back/forward cache gets no storage events. */
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !stored.current) return;
      withStorage((storage) => {
        if (readDraft(storage, openingId, Date.now()) === undefined)
          latest.current.onForgotten('finished');
      });
    };
    const stopListening = onForgotten(clear);
    const onHide = () => save();
    window.addEventListener('pageshow', onPageShow);
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      onHide();
      stopListening();
      window.removeEventListener('pageshow', onPageShow);
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [openingId, save, stop]);

  const remove = () => withStorage((storage) => removeDraft(storage, openingId));
  return {
    offer,
    sent,
    inUse,
    /** Whether the browser blocks storage. */
    blocked,
    /** Call with the name of each control that changes. */
    changed(name: string) {
      if (!session.current) return;
      touched.current.add(name);
      unsaved.current = true;
      setInUse(true);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(save, saveAfterMs);
    },
    /** Stores what was entered before the script had loaded, and what a rejected form post shows again. */
    adoptEntered() {
      const current = latest.current.read();
      const { initial } = session.current ?? {};
      if (!current || !initial) return;
      // After Back the browser shows values again that the draft has.
      const known = foundDraft.current?.values ?? {};
      const entered = Object.keys(current).filter(
        (name) => current[name] !== initial[name] && current[name] !== known[name],
      );
      if (entered.length === 0 || !isWorthKeeping(current, initial)) return;
      for (const name of entered) touched.current.add(name);
      unsaved.current = true;
      save();
    },
    /** Writes the draft without waiting for the timer. */
    save() {
      unsaved.current ||= touched.current.size > 0;
      save();
    },
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
      // What is entered now may be another person's.
      if (session.current) session.current.key = randomKey();
      if (touched.current.size === 0) return remove();
      unsaved.current = true;
      timer.current = window.setTimeout(save);
    },
    /** Removes the draft of an accepted application; nothing is stored after that. */
    finish() {
      stop();
      remove();
    },
    /** The browser has got the upload ticket of the accepted application. */
    removeSent() {
      setSent(undefined);
      withStorage((storage) => removeSent(storage, openingId));
    },
    /**
     * 'Forget me on this device': removes all drafts, here and in the other tabs; nothing is stored until a
     * reload. Call it before and after the upload ticket is removed.
     */
    forget(phase: ForgottenPhase) {
      stop();
      withStorage(removeAll);
      announceForgotten(phase);
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

/** Offers the way to the documents of an accepted application whose upload ticket did not reach this browser. */
export function SentNotice({
  sent,
  confirm,
}: {
  sent: SentRecord | undefined;
  /** Resolves with a message if the email address is not that of the application. */
  confirm: (emailaddress: string) => Promise<string | undefined>;
}) {
  const [error, setError] = useState<string>();
  if (!sent) return null;
  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const address = new FormData(event.currentTarget).get('sent_emailaddress');
    setError(await confirm(String(address)));
  }
  return (
    <Alert
      tone="info"
      className={styles.notice}
      title={`An application written here was sent on ${sent.appliedOn}, and it has arrived.`}
    >
      <p>{applicationMessages.sentNotice}</p>
      <form className={styles.confirm} onSubmit={(event) => void onSubmit(event)} noValidate>
        <TextField
          name="sent_emailaddress"
          label="Email address of that application"
          type="email"
          autoComplete="off"
          error={error}
        />
        <Button type="submit" variant="secondary">
          Go on with its documents
        </Button>
      </form>
    </Alert>
  );
}

/** Explains what this device stores, and removes it after a confirmation. */
export function ForgetMe({
  blocked,
  accepted,
  onForget,
}: {
  blocked: boolean;
  accepted: boolean;
  onForget: () => void;
}) {
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
  const { draftBlocked, draftKept, otherPerson } = applicationMessages;
  return (
    <p className={styles.note}>
      {accepted ? otherPerson : blocked ? draftBlocked : draftKept}{' '}
      <button type="button" className={styles.link} onClick={() => setConfirming(true)}>
        Forget me on this device
      </button>
    </p>
  );
}
