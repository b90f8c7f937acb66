import { useState } from 'react';
import { navigationType, useRestoredPage, useWindowEvent } from './page-events.ts';
import { forgottenAt, forgottenBefore, forgottenPhase } from './storage.ts';

/** The phase is 'started' before the site removes the visitor's cookie and 'finished' after it. */
export type ForgottenPhase = 'started' | 'finished';

/** Notifies the other tabs that the visitor removes what this device stores. Only the time of the removal stays stored. */
export function announceForgotten(phase: ForgottenPhase): void {
  forgottenAt.write(String(Date.now()));
  // The storage event of the first call notifies the other tabs.
  forgottenPhase.write(phase);
  forgottenPhase.remove();
}

/** A page in the back/forward cache is notified when it is shown again. */
export function useForgotten(listener: (phase: ForgottenPhase) => void): void {
  const [before] = useState(() => forgottenAt.read());
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key === null) listener('finished');
    else if (key === forgottenPhase.name && (newValue === 'started' || newValue === 'finished'))
      listener(newValue);
  });
  useRestoredPage(() => {
    if (forgottenAt.read() !== before) listener('finished');
  });
}

/**
 * Returns whether the visitor has gone back to a page from before 'Forget me', whose controls the browser fills again.
 * It must be called once, when the page opens. All history entries of a path share the time at which the tab first
 * opened it, because an entry cannot have a state of its own: the router navigates when it is replaced.
 */
export function wasOpenedBeforeForgotten(): boolean {
  const { pathname } = window.location;
  const forgotten = forgottenAt.read() ?? 'never';
  const isReturn = navigationType() === 'back_forward';
  const forgottenAtFirst = forgottenBefore.read(pathname);
  if (forgottenAtFirst === undefined && !isReturn) forgottenBefore.write(forgotten, pathname);
  return isReturn && (forgottenAtFirst ?? 'never') !== forgotten;
}
