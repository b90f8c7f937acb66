declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/**
 * In a browser with close watchers, a phone's Back calls `onClose` and does not leave the page. The watcher ends with
 * `destroy` or with the first close.
 */
export function watchClose(onClose: () => void): { destroy(): void } | undefined {
  if (typeof CloseWatcher !== 'function') return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', onClose);
  return watcher;
}
