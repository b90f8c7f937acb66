import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
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
import { createMachine } from '#src/browser/machine.ts';
import {
  navigationType,
  useRestoredPage,
  useStored,
  useWindowEvent,
} from '#src/browser/page-events.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import {
  type DraftChange,
  type DraftOutcome,
  reduceDraft,
  type Snapshot,
  unopenedDraft,
} from './application-draft.ts';

const saveAfterMs = 400;

/**
 * The form of an opening in one tab, and its draft; the events and their effects are in `application-draft.ts`. `form.read`
 * returns undefined while the form is not rendered.
 */
export function useDraft(
  id: string,
  initial: () => FormValues,
  form: { read(): FormValues | undefined; fill(values: FormValues): void },
  sentBefore: { read(isOwn: boolean): Promise<boolean>; resume(draft: Draft): Promise<boolean> },
) {
  const [blocked, setBlocked] = useState(false);
  const runEffects = useEffectEvent(({ fill, store }: DraftChange) => {
    if (fill) form.fill(fill);
    if (store) setBlocked(!storedDrafts.write(store, id));
  });
  const [{ dispatch, ...store }] = useState(() =>
    createMachine(unopenedDraft(initial()), reduceDraft, (change) => runEffects(change)),
  );
  const state = useStore(store);
  const timer = useRef<number>(undefined);

  const readPage = (): Snapshot => ({
    form: form.read(),
    drafts: storedDrafts.read(id) ?? [],
    kept: keptApplication.read(),
    now: Date.now(),
    newKey: randomKey(),
  });
  const save = () => dispatch({ type: 'paused', page: readPage() });

  /** If the browser blocks cookies, the draft stays. Submitting it again leads to the same application. */
  async function resumeSent(drafts: readonly Draft[]): Promise<void> {
    for (const each of drafts)
      if (await sentBefore.resume(each))
        dispatch({ type: 'draft-accepted', values: each.values, page: readPage() });
  }

  const continues = useRef(false);
  useLanguageChange('application', {
    // The draft itself is in the local storage, so the name of the tab suffices.
    read: () => (state.phase === 'in-use' ? { tab: state.tab } : {}),
    onArrival: () => {
      continues.current = true;
    },
  });
  const open = useEffectEvent(() => {
    const navigation = navigationType();
    // Without the stored name of the tab, its draft from before a reload is offered like any other draft.
    const tab = tabOf(id, continues.current || navigation === 'reload');
    draftTab.write(tab, id);
    removeUnusableRecords();
    const drafts = storedDrafts.read(id) ?? [];
    if (wasOpenedBeforeForgotten()) form.fill(state.initial);
    dispatch({ type: 'opened', tab, isVisit: navigation === 'navigate', page: readPage() });
    resumeSent(drafts).catch(() => undefined);
  });
  useEffect(() => open(), []);
  // If the device was forgotten meanwhile, the name of this tab was removed, so it is stored again.
  useRestoredPage(() => draftTab.write(store.getState().tab, id));
  useStored(() => dispatch({ type: 'changed-elsewhere', page: readPage() }));
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedDrafts.name + id || store.getState().phase === 'closed') return;
    const hasOwn = (stored: string | null) =>
      storedDrafts.parse(stored)?.some(({ tab }) => tab === store.getState().tab);
    if (hasOwn(oldValue) && !hasOwn(newValue)) void sentBefore.read(true);
  });
  useWindowEvent('pagehide', save);
  useWindowEvent('visibilitychange', save);

  return {
    state,
    blocked,
    accept: () => dispatch({ type: 'accepted', page: readPage() }),
    decide(outcome: DraftOutcome): void {
      if (outcome === 'removed') keptApplication.remove();
      dispatch({ type: 'decided', outcome, page: readPage() });
    },
    forget: () => dispatch({ type: 'forgotten' }),
    /** Stores the draft after a pause. */
    onInput(): void {
      dispatch({ type: 'entered' });
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(save, saveAfterMs);
    },
    /** Stores the draft now. Returns the key. */
    save(): string {
      save();
      return store.getState().key;
    },
  };
}
