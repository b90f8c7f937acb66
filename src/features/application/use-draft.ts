import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  announceForgotten,
  type ForgottenPhase,
  useForgotten,
  wasOpenedBeforeForgotten,
} from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import { useRestoredPage, useWindowEvent } from '#src/browser/page-events.ts';
import { navigationType, withStorage } from '#src/browser/storage.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import {
  type Draft,
  draftKey,
  forgottenName,
  parseDrafts,
  randomKey,
  readDrafts,
  removeAll,
  removeUnusableDrafts,
  tabOf,
  writeDrafts,
  writeTab,
} from './draft.ts';
import { type DraftEvent, reduceDraft, type Snapshot, unopenedDraft } from './draft-state.ts';
import { readSent, removeSent, writeSent } from './sent-applications.ts';

const saveAfterMs = 400;
const local = <T>(work: (storage: Storage) => T) => withStorage('localStorage', work);
const session = <T>(work: (storage: Storage) => T) => withStorage('sessionStorage', work);

interface DraftOptions {
  readonly openingId: string;
  readonly initial: FormValues;
  readonly read: () => FormValues | undefined;
  readonly fill: (values: FormValues) => void;
  /** Another tab submitted or discarded what this form shows. */
  readonly onRemovedElsewhere: () => void;
  readonly findSent: (draft: Draft) => Promise<string | undefined>;
}

/**
 * The state is in a ref, because the draft must be stored at once when the visitor leaves the page. React's state is
 * what the page shows.
 */
export function useDraft(options: DraftOptions) {
  const { openingId } = options;
  const state = useRef(unopenedDraft);
  const [view, setView] = useState(unopenedDraft.view);
  const timer = useRef<number>(undefined);

  const readSnapshot = (): Snapshot => ({
    form: options.read(),
    drafts: local((storage) => readDrafts(storage, openingId, Date.now())) ?? [],
    now: Date.now(),
    newKey: randomKey(),
  });
  function send(event: DraftEvent): void {
    const change = reduceDraft(state.current, event, readSnapshot);
    const { store, fill, record } = change;
    if (change.state.view !== state.current.view) setView(change.state.view);
    state.current = change.state;
    if (fill) options.fill(fill);
    if (record) local((storage) => writeSent(storage, openingId, record));
    if (change.removedElsewhere) options.onRemovedElsewhere();
    if (store && !local((storage) => writeDrafts(storage, openingId, store)))
      send({ type: 'not-stored' });
  }
  function pause(): void {
    window.clearTimeout(timer.current);
    send({ type: 'paused' });
  }
  const onTimer = useEffectEvent(pause);
  function pauseSoon(): void {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onTimer(), saveAfterMs);
  }
  function clearDevice(phase: ForgottenPhase): void {
    send({ type: 'forgotten' });
    local(removeAll);
    session(removeAll);
    if (phase !== 'finished') return;
    session((storage) => storage.setItem(forgottenName, 'yes'));
    window.location.reload();
  }
  const keepTab = (tab: string) => session((storage) => writeTab(storage, openingId, tab));

  const onAccepted = useEffectEvent((draft: Draft, appliedOn: string) =>
    send({ type: 'found-accepted', draft, appliedOn }),
  );
  const open = useEffectEvent((isReload: boolean) => {
    // Without the storage, the page offers what the tab showed before a reload like any other draft.
    const tab = session((storage) => tabOf(storage, openingId, isReload)) ?? randomKey();
    keepTab(tab);
    local((storage) => removeUnusableDrafts(storage, Date.now()));
    const sent = local((storage) => readSent(storage, openingId, Date.now()));
    // Firefox fills a text area again after a reload, although the editor that had replaced it was emptied.
    const wasForgotten = session((storage) => storage.getItem(forgottenName)) != null;
    if (wasForgotten || wasOpenedBeforeForgotten()) options.fill(options.initial);
    const { drafts } = readSnapshot();
    send({ type: 'opened', tab, initial: options.initial, sent });
    for (const draft of drafts)
      void options.findSent(draft).then((appliedOn) => {
        if (appliedOn) onAccepted(draft, appliedOn);
      });
  });
  const continues = useRef(false);
  useLanguageChange('application', {
    // The draft itself is in the other storage.
    read: () => (view.inUse ? { tab: state.current.tab } : {}),
    onArrival: () => {
      continues.current = true;
    },
  });
  useEffect(() => open(continues.current || navigationType() === 'reload'), []);
  // This comes first, because a device that was forgotten keeps no name of a tab.
  useRestoredPage(() => keepTab(state.current.tab));
  useForgotten(clearDevice);
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== draftKey(openingId)) return;
    const before = parseDrafts(oldValue, Date.now());
    const drafts = parseDrafts(newValue, Date.now());
    send({ type: 'changed-elsewhere', before, drafts });
  });
  useWindowEvent('pagehide', pause);
  useWindowEvent('visibilitychange', pause);

  return {
    ...view,
    /** The form calls this with the name of each control that changes. */
    enter(name: string) {
      send({ type: 'entered', name });
      pauseSoon();
    },
    /** Stores the input from before the script had loaded, and the values that a rejected form post shows again. */
    keepEarlyInput: () => send({ type: 'entered-before-script' }),
    pause,
    /** Stores the draft at once; returns the form's key. */
    store() {
      send({ type: 'submitted' });
      return state.current.key;
    },
    restore() {
      send({ type: 'restored' });
      pauseSoon();
    },
    discard: () => send({ type: 'discarded' }),
    accept: () => send({ type: 'accepted' }),
    receiveTicket() {
      send({ type: 'ticket-received' });
      local((storage) => removeSent(storage, openingId));
    },
    /** Rejects like `removeTicket`, without a reload. */
    async forget(removeTicket: () => Promise<unknown>) {
      announceForgotten('started');
      clearDevice('started');
      // The other tabs start again in any case: they have stored nothing since.
      await removeTicket().finally(() => announceForgotten('finished'));
      clearDevice('finished');
    },
  };
}
