/** 'started' before the site removes the visitor's cookie, 'finished' after it. */
export type ForgottenPhase = 'started' | 'finished';

const itemName = 'forgotten';

/** Notifies the other tabs that the visitor removes what this device stores. */
export function announceForgotten(phase: ForgottenPhase): void {
  try {
    // The storage event of the first call notifies the other tabs. Nothing stays stored.
    window.localStorage.setItem(itemName, phase);
    window.localStorage.removeItem(itemName);
  } catch {
    // Without storage no tab has stored anything.
  }
}

/** Calls `listener` when another tab announces it, or when the browser's storage is cleared. Returns its end. */
export function onForgotten(listener: (phase: ForgottenPhase) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === null) listener('finished');
    else if (key === itemName && newValue) listener(newValue as ForgottenPhase);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
