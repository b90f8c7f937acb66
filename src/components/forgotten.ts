/** 'started' before the site removes the visitor's cookie, 'finished' after it. */
export type ForgottenPhase = 'started' | 'finished';

const phaseName = 'forgotten';
const timeName = 'forgotten-at';

/** Notifies the other tabs that the visitor removes what this device stores. Only the time of it stays stored. */
export function announceForgotten(phase: ForgottenPhase): void {
  try {
    window.localStorage.setItem(timeName, String(Date.now()));
    // The storage event of the first call notifies the other tabs.
    window.localStorage.setItem(phaseName, phase);
    window.localStorage.removeItem(phaseName);
  } catch {
    // Without storage no tab has stored anything.
  }
}

/** Calls `listener` when another tab announces it, or when the browser's storage is cleared. Returns its end. */
export function onForgotten(listener: (phase: ForgottenPhase) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === null) listener('finished');
    else if (key === phaseName && (newValue === 'started' || newValue === 'finished'))
      listener(newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** When this device was last forgotten; null if it never was, or without storage. */
export function lastForgotten(): string | null {
  try {
    return window.localStorage.getItem(timeName);
  } catch {
    return null;
  }
}

/**
 * Whether Back or Forward opened a page that the visitor opened before this device was forgotten: the browser
 * fills its controls again. Call it once when a page opens.
 */
export function wasOpenedBeforeForgotten(): boolean {
  const itemName = `opened ${window.location.pathname}`;
  const [navigation] = performance.getEntriesByType('navigation');
  try {
    // Not in the history's state: replacing it is a navigation for the router.
    if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type !== 'back_forward')
      window.sessionStorage.setItem(itemName, String(Date.now()));
    const forgottenAt = lastForgotten();
    const openedAt = window.sessionStorage.getItem(itemName);
    return forgottenAt !== null && Number(openedAt) <= Number(forgottenAt);
  } catch {
    return false;
  }
}
