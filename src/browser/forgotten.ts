import { useState } from 'react';
import { useRestoredPage, useWindowEvent } from './page-events.ts';
import { navigationType, withStorage } from './storage.ts';

/** The phase is 'started' before the site removes the visitor's cookie and 'finished' after it. */
export type ForgottenPhase = 'started' | 'finished';

const phaseName = 'forgotten';
const timeName = 'forgotten-at';

/** Notifies the other tabs that the visitor removes what this device stores. Only the time of the removal stays stored. */
export function announceForgotten(phase: ForgottenPhase): void {
  withStorage('localStorage', (storage) => {
    storage.setItem(timeName, String(Date.now()));
    // The storage event of the first call notifies the other tabs.
    storage.setItem(phaseName, phase);
    storage.removeItem(phaseName);
  });
}

/** A page in the back/forward cache is notified when it is shown again. */
export function useForgotten(listener: (phase: ForgottenPhase) => void): void {
  const [before] = useState(lastForgotten);
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key === null) listener('finished');
    else if (key === phaseName && (newValue === 'started' || newValue === 'finished'))
      listener(newValue);
  });
  useRestoredPage(() => {
    if (lastForgotten() !== before) listener('finished');
  });
}

/** Returns when this device was last forgotten; undefined if it never was, or if the storage is not available. */
const lastForgotten = (): string | undefined =>
  withStorage('localStorage', (storage) => storage.getItem(timeName)) ?? undefined;

/**
 * The browser fills the controls of such a page again. It must be called once, when the page opens. The history entries of
 * a path share the first time that the tab opened it: which of them the visitor goes back to is not known, because the
 * router navigates when the state of an entry is replaced.
 */
export function wasOpenedBeforeForgotten(): boolean {
  const itemName = `opened ${window.location.pathname}`;
  const forgotten = lastForgotten() ?? 'never';
  const isReturn = navigationType() === 'back_forward';
  const forgottenAtFirst = withStorage('sessionStorage', (storage) => {
    const stored = storage.getItem(itemName);
    if (stored === null && !isReturn) storage.setItem(itemName, forgotten);
    return stored ?? 'never';
  });
  return isReturn && forgottenAtFirst !== undefined && forgottenAtFirst !== forgotten;
}
