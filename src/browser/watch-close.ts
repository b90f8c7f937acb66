declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/**
 * A phone's Back, where the browser has close watchers, closes what is open instead of leaving the page. Ends with `destroy`
 * or with the first close.
 */
export function watchClose(onClose: () => void): { destroy(): void } | undefined {
  if (typeof CloseWatcher !== 'function') return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', onClose);
  return watcher;
}
