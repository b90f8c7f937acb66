import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import {
  type Draft,
  draftTab,
  keptApplication,
  randomKey,
  removeUnusableRecords,
  storedDrafts,
  tabOf,
} from '#src/browser/application-records.ts';
import { wasOpenedBeforeForgotten } from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import {
  navigationType,
  useRestoredPage,
  useStored,
  useWindowEvent,
} from '#src/browser/page-events.ts';
import { forgottenHere } from '#src/browser/storage.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { type DraftEvent, reduceDraft, type Snapshot, unopenedDraft } from './application-draft.ts';

const saveAfterMs = 400;

/**
 * Sends the events of the page to the reducer of the draft (`application-draft.ts`), and runs the effects that it returns.
 * `form.read` returns undefined while the form is not rendered.
 */
export function useDraft(
  id: string,
  initial: () => FormValues,
  form: { read(): FormValues | undefined; fill(values: FormValues): void },
  sentBefore: { read(isOwn: boolean): Promise<boolean>; resume(draft: Draft): Promise<boolean> },
) {
  const [store] = useState(() => createStore(() => unopenedDraft(initial())));
  const draft = useStore(store);
  const [blocked, setBlocked] = useState(false);
  const timer = useRef<number>(undefined);

  function dispatch(event: DraftEvent): void {
    const readPage = (): Snapshot => ({
      form: form.read(),
      drafts: storedDrafts.read(id) ?? [],
      kept: keptApplication.read(),
      now: Date.now(),
      newKey: randomKey(),
    });
    const next = reduceDraft(store.getState(), event, readPage);
    store.setState(next.state, true);
    if (next.fill) form.fill(next.fill);
    if (next.store) setBlocked(!storedDrafts.write(next.store, id));
  }
  /** Dispatches with the values of the newest render. */
  const dispatchLater = useEffectEvent(dispatch);
  const save = () => dispatch({ type: 'paused' });

  /** A browser that blocks cookies keeps the draft, which leads to the same application when it is submitted again. */
  async function resumeSent(drafts: readonly Draft[]): Promise<void> {
    for (const each of drafts)
      if (await sentBefore.resume(each)) dispatchLater({ type: 'accepted', found: each.values });
  }

  const continues = useRef(false);
  useLanguageChange('application', {
    // The draft itself is in the other storage.
    read: () => (draft.phase === 'in-use' ? { tab: draft.tab } : {}),
    onArrival: () => {
      continues.current = true;
    },
  });
  const open = useEffectEvent(() => {
    const navigation = navigationType();
    // Without the storage, the page offers what the tab showed before a reload like any other draft.
    const tab = tabOf(id, continues.current || navigation === 'reload');
    draftTab.write(tab, id);
    removeUnusableRecords();
    const drafts = storedDrafts.read(id) ?? [];
    // Firefox fills a text area again after a reload, although the editor that had replaced it was emptied.
    if (wasOpenedBeforeForgotten() || forgottenHere.read() !== undefined) form.fill(draft.initial);
    dispatch({ type: 'opened', tab, isVisit: navigation === 'navigate' });
    resumeSent(drafts).catch(() => undefined);
  });
  useEffect(() => open(), []);
  // A device that was forgotten has no name of this tab any more.
  useRestoredPage(() => draftTab.write(store.getState().tab, id));
  useStored(() => dispatch({ type: 'changed-elsewhere' }));
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedDrafts.name + id || store.getState().phase === 'closed') return;
    const hasOwn = (stored: string | null) =>
      storedDrafts.parse(stored)?.some(({ tab }) => tab === store.getState().tab);
    if (hasOwn(oldValue) && !hasOwn(newValue)) void sentBefore.read(true);
  });
  useWindowEvent('pagehide', save);
  useWindowEvent('visibilitychange', save);

  return {
    draft,
    blocked,
    dispatch,
    /** Stores the draft after a pause. */
    onInput(): void {
      dispatch({ type: 'entered' });
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => dispatchLater({ type: 'paused' }), saveAfterMs);
    },
    /** Stores the draft now. Returns the key. */
    save(): string {
      save();
      return store.getState().key;
    },
  };
}
