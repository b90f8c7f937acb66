declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/** A phone's Back then calls `onClose` and does not leave the page. The first close ends the watcher. */
export function watchClose(onClose: () => void): { destroy(): void } | undefined {
  if (typeof CloseWatcher !== 'function') return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', onClose);
  return watcher;
}
