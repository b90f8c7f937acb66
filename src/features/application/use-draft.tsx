import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import {
  announceForgotten,
  type ForgottenPhase,
  onForgotten,
  wasOpenedBeforeForgotten,
} from '#src/components/forgotten.ts';
import { TextField } from '#src/components/form/text-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import styles from './application-form.module.css';
import {
  type Draft,
  draftKey,
  isOtherPerson,
  isWorthKeeping,
  parseDrafts,
  randomKey,
  readDrafts,
  readSent,
  removeAll,
  removeSent,
  removeUnusableDrafts,
  type SentRecord,
  tabOf,
  writeDrafts,
  writeSent,
  writeTab,
} from './draft.ts';
import { formNames } from './form-values.ts';
import { applicationMessages } from './messages.ts';

const saveAfterMs = 400;

interface DraftOptions {
  readonly openingId: string;
  /** The form's current values; undefined while the form is not rendered. */
  readonly read: () => FormValues | undefined;
  /** The form's values as the page came from the site, before anything was entered. */
  readonly readDefaults: () => FormValues | undefined;
  readonly fill: (values: FormValues) => void;
  /** Empties the form. */
  readonly clear: () => void;
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

/** Identifies a stored draft. */
const idOf = ({ tab, savedAt }: Draft): string => `${tab} ${savedAt}`;

/**
 * Stores the entered values on this device, and offers the drafts of earlier visits and other tabs, one after
 * the other. They may be another person's: until a draft is restored or discarded, it stays stored as it is. What
 * this tab showed before a reload is not offered but filled in.
 */
export function useDraft(options: DraftOptions) {
  const latest = useRef(options);
  latest.current = options;
  const { openingId } = options;
  const [offer, setOffer] = useState<DraftOffer>();
  const [sent, setSent] = useState<SentRecord>();
  const [blocked, setBlocked] = useState(false);
  /** Whether this page put back what the tab showed before a reload. */
  const [restored, setRestored] = useState(false);
  /** Whether the visitor entered anything in this form. */
  const [inUse, setInUse] = useState(false);
  const session = useRef<{ tab: string; key: string; initial: FormValues }>(undefined);
  const touched = useRef(new Set<string>());
  /** Whether anything was entered since the form was filled with what the tab showed before a reload. */
  const edited = useRef(false);
  const timer = useRef<number>(undefined);
  const stopped = useRef(false);
  /** The newest draft that the device had when the page opened. */
  const foundDraft = useRef<Draft>(undefined);
  /** Whether there is input that is not stored. A page that is left writes nothing else. */
  const unsaved = useRef(false);
  /** Whether this tab's values are stored. */
  const stored = useRef(false);
  /** The drafts that were restored or discarded here, or that the form shows. */
  const decided = useRef(new Set<string>());

  /** The stored drafts of earlier visits and other tabs that the visitor has not decided about. */
  const undecided = useCallback(
    (storage: Storage) =>
      readDrafts(storage, openingId, Date.now()).filter(
        (draft) => draft.tab !== session.current?.tab && !decided.current.has(idOf(draft)),
      ),
    [openingId],
  );
  const offerNext = useCallback(
    (storage: Storage, from: DraftOffer['from']) => {
      for (const draft of undecided(storage)) {
        if (!latest.current.shows(draft.values)) return setOffer({ draft, from });
        decided.current.add(idOf(draft));
      }
      setOffer(undefined);
    },
    [undecided],
  );

  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const current = latest.current.read();
    if (!session.current || !current || stopped.current || !unsaved.current) return;
    const { initial, key, tab } = session.current;
    withStorage((storage) => {
      stored.current = isWorthKeeping(current, initial);
      const draft = { key, tab, savedAt: Date.now(), values: current };
      writeDrafts(storage, openingId, [...(stored.current ? [draft] : []), ...undecided(storage)]);
      unsaved.current = false;
    }, setBlocked);
  }, [openingId, undecided]);

  const stop = useCallback(() => {
    stopped.current = true;
    window.clearTimeout(timer.current);
    setOffer(undefined);
    setSent(undefined);
  }, []);

  useEffect(() => {
    if (wasOpenedBeforeForgotten()) latest.current.onForgotten('started');
    const initial = latest.current.readDefaults() ?? {};
    const own = { tab: randomKey(), key: randomKey(), initial };
    session.current = own;
    const keepTab = () => withTabStorage((storage) => writeTab(storage, openingId, own.tab));
    withTabStorage((storage) => {
      own.tab = tabOf(storage, openingId, isReload());
    });
    keepTab();
    withStorage((storage) => {
      removeUnusableDrafts(storage, Date.now());
      setSent(readSent(storage, openingId, Date.now()));
      const found = readDrafts(storage, openingId, Date.now());
      const before = found.find(({ tab }) => tab === own.tab);
      const newest = before ?? found[0];
      if (!newest) return;
      own.key = newest.key;
      foundDraft.current = newest;
      if (before) putBack(before);
      const { cover_letter = '', [formNames.letterFormat]: format = '' } = newest.values;
      // After Back the browser shows the editor's HTML in the text area.
      if (format === 'html' && latest.current.shows(newest.values))
        latest.current.fill({ cover_letter, [formNames.letterFormat]: format });
      offerNext(storage, 'earlier');
      for (const draft of found)
        void latest.current
          .findSent(draft)
          .then((appliedOn) => appliedOn && setAside(draft, appliedOn));
    });

    /** Fills in what this tab showed before the reload. What the browser or a rejected form post shows is newer. */
    function putBack(draft: Draft): void {
      const shown = latest.current.read() ?? {};
      const unchanged = ([name]: [string, string]) =>
        name === formNames.letterFormat || (shown[name] ?? '') === (initial[name] ?? '');
      const values = Object.fromEntries(Object.entries(draft.values).filter(unchanged));
      fillUnedited(values);
      const { cover_letter = '' } = latest.current.read() ?? {};
      // Until the editor starts, the text area shows the letter without its format.
      if (values.cover_letter)
        foundDraft.current = { ...draft, values: { ...draft.values, cover_letter } };
      stored.current = true;
      setRestored(true);
    }

    /** Fills in what need not be stored. */
    function fillUnedited(values: FormValues): void {
      latest.current.fill(values);
      window.clearTimeout(timer.current);
      unsaved.current = false;
      edited.current = false;
    }

    /** Removes the draft of an accepted application, and keeps the way to its documents. */
    function setAside(found: Draft, appliedOn: string): void {
      // Somebody writes in this form: the site decides by the email address whose application it is.
      const isPutBack = found.tab === own.tab && !edited.current;
      if (touched.current.size > 0 && !isPutBack) return;
      withStorage((storage) => {
        const drafts = readDrafts(storage, openingId, Date.now());
        const others = drafts.filter((draft) => idOf(draft) !== idOf(found));
        if (others.length === drafts.length) return;
        writeDrafts(storage, openingId, others);
        const record = { key: found.key, appliedOn, savedAt: Date.now() };
        writeSent(storage, openingId, record);
        setSent(record);
        offerNext(storage, 'earlier');
      });
      own.key = randomKey();
      if (!isPutBack) return;
      stored.current = false;
      latest.current.clear();
      fillUnedited(initial);
      touched.current.clear();
      setRestored(false);
      setInUse(false);
    }

    const onStorage = (event: StorageEvent) => {
      if (event.key !== draftKey(openingId) || stopped.current || !session.current) return;
      const drafts = parseDrafts(event.newValue, Date.now());
      const isStored = (tab: string) => drafts.some((draft) => draft.tab === tab);
      const removed = parseDrafts(event.oldValue, Date.now()).filter(({ tab }) => !isStored(tab));
      const current = latest.current.read();
      if (stored.current && !isStored(session.current.tab)) {
        stored.current = false;
        // Another tab discarded this tab's draft, and the form still shows it.
        unsaved.current = !drafts.some(({ values }) => latest.current.shows(values));
      }
      const isOwn = ({ values }: Draft) =>
        !current || !isOtherPerson(current, values, touched.current);
      if (removed.some(isOwn)) latest.current.onGone();
      else if (removed.length > 0) session.current.key = randomKey();
      if (touched.current.size === 0 && drafts[0]) session.current.key = drafts[0].key;
      withStorage((storage) => offerNext(storage, 'tab'));
    };
    function clear(phase: ForgottenPhase): void {
      stop();
      withStorage(removeAll);
      withTabStorage(removeAll);
      latest.current.onForgotten(phase);
    }
    /** A page in the back/forward cache gets no storage events. */
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      keepTab();
      if (!stored.current) return;
      withStorage((storage) => {
        if (readDrafts(storage, openingId, Date.now()).length === 0)
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
  }, [openingId, offerNext, save, stop]);

  return {
    offer,
    sent,
    inUse,
    restored,
    /** Whether the browser blocks storage. */
    blocked,
    /** Call with the name of each control that changes. */
    changed(name: string) {
      if (!session.current) return;
      touched.current.add(name);
      edited.current = true;
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
      decided.current.add(idOf(offer.draft));
      latest.current.fill(Object.fromEntries(untouched));
      withStorage((storage) => offerNext(storage, 'earlier'));
    },
    discard() {
      if (!offer) return;
      decided.current.add(idOf(offer.draft));
      // What is entered now may be another person's.
      if (session.current) session.current.key = randomKey();
      withStorage((storage) => {
        if (touched.current.size === 0) writeDrafts(storage, openingId, undecided(storage));
        offerNext(storage, 'earlier');
      });
      if (touched.current.size === 0) return;
      unsaved.current = true;
      timer.current = window.setTimeout(save);
    },
    /** Removes the drafts of the person whose application is accepted; nothing is stored after that. */
    finish() {
      const current = latest.current.read() ?? {};
      stop();
      withStorage((storage) => {
        const others = undecided(storage).filter(
          ({ values }) => !values.emailaddress || isOtherPerson(current, values, touched.current),
        );
        writeDrafts(storage, openingId, others);
      });
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
      withTabStorage(removeAll);
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

/** Runs `work` on the storage of this tab, if there is one. */
function withTabStorage(work: (storage: Storage) => void): void {
  try {
    work(window.sessionStorage);
  } catch {
    // What the tab showed before a reload is then offered like any other draft.
  }
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

/** States that the form shows again what it showed before a reload. Its line is always there, so that no field moves. */
export function RestoredNotice({ restored }: { restored: boolean }) {
  return (
    <p className={styles.restored} role="status">
      {restored ? (
        <>
          <Icon name="check-circle" /> {applicationMessages.draftRestored}
        </>
      ) : null}
    </p>
  );
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
