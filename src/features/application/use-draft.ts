import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Draft,
  draftTab,
  removePersonalRecords,
  removeUnusableRecords,
  sentApplications,
  storedDrafts,
} from '#src/browser/application-records.ts';
import {
  announceForgotten,
  type ForgottenPhase,
  useForgotten,
  wasOpenedBeforeForgotten,
} from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import { navigationType, useRestoredPage, useWindowEvent } from '#src/browser/page-events.ts';
import { forgottenHere } from '#src/browser/storage.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { type DraftEvent, reduceDraft, type Snapshot, unopenedDraft } from './draft-state.ts';

const saveAfterMs = 400;

/** The key has 144 random bits. Browsers do not support randomUUID on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** A page that was not reloaded is a new writer, because another person may be using the device now. */
export function tabOf(openingId: string, isReload: boolean): string {
  const [tab, opening] = draftTab.read() ?? [];
  return isReload && tab && opening === openingId ? tab : randomKey();
}

/**
 * The state is in a ref, because the draft must be stored at once when the visitor leaves the page. React's state is
 * what the page shows.
 */
export function useDraft(options: {
  readonly openingId: string;
  readonly initial: FormValues;
  readonly read: () => FormValues | undefined;
  readonly fill: (values: FormValues) => void;
  /** Another tab submitted or discarded what this form shows. */
  readonly onRemovedElsewhere: () => void;
  readonly findSent: (draft: Draft) => Promise<string | undefined>;
}) {
  const { openingId } = options;
  const state = useRef(unopenedDraft);
  const [view, setView] = useState(unopenedDraft.view);
  const timer = useRef<number>(undefined);

  const readSnapshot = (): Snapshot => ({
    form: options.read(),
    drafts: storedDrafts.read(openingId) ?? [],
    now: Date.now(),
    newKey: randomKey(),
  });
  function send(event: DraftEvent): void {
    const change = reduceDraft(state.current, event, readSnapshot);
    const { store, fill, record } = change;
    if (change.state.view !== state.current.view) setView(change.state.view);
    state.current = change.state;
    if (fill) options.fill(fill);
    if (record) sentApplications.write(record, openingId);
    if (change.removedElsewhere) options.onRemovedElsewhere();
    if (store && !storedDrafts.write(store, openingId)) send({ type: 'not-stored' });
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
    removePersonalRecords();
    if (phase !== 'finished') return;
    forgottenHere.write('yes');
    window.location.reload();
  }
  const keepTab = (tab: string) => draftTab.write([tab, openingId]);

  const onAccepted = useEffectEvent((draft: Draft, appliedOn: string) =>
    send({ type: 'found-accepted', draft, appliedOn }),
  );
  const open = useEffectEvent((isReload: boolean) => {
    // Without the storage, the page offers what the tab showed before a reload like any other draft.
    const tab = tabOf(openingId, isReload);
    keepTab(tab);
    removeUnusableRecords();
    const sent = sentApplications.read(openingId);
    // Firefox fills a text area again after a reload, although the editor that had replaced it was emptied.
    const wasForgotten = forgottenHere.read() !== undefined;
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
    if (key !== storedDrafts.name + openingId) return;
    const before = storedDrafts.parse(oldValue) ?? [];
    const drafts = storedDrafts.parse(newValue) ?? [];
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
      sentApplications.remove(openingId);
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
