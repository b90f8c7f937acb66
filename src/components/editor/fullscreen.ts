import type { IJodit } from 'jodit/esm/types/jodit.js';

/** While one exists, a phone's Back closes the editor and does not leave the page. Some browsers lack this class. */
declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/** The rest of the page is inert, and Escape or a phone's Back leaves fullscreen. */
export function handleFullscreen(editor: IJodit): () => void {
  const { container } = editor;
  let outerElements: HTMLElement[] = [];
  let watcher: InstanceType<NonNullable<typeof CloseWatcher>> | undefined;
  const isFullscreen = () => container.classList.contains('jodit_fullsize');
  const setInert = (inert: boolean) => {
    for (const element of outerElements) element.inert = inert;
  };
  // Jodit toggles the class before it sends the event.
  const onToggle = () => {
    setInert(false);
    outerElements = isFullscreen() ? elementsOutside(container) : [];
    setInert(true);
    watcher?.destroy();
    const isWatched = isFullscreen() && typeof CloseWatcher === 'function';
    watcher = isWatched ? new CloseWatcher() : undefined;
    watcher?.addEventListener('close', () => editor.toggleFullSize(false));
    // Jodit makes a new toolbar, so the pressed button is gone and has lost the focus.
    if (!editor.editor.contains(document.activeElement)) editor.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isFullscreen()) return;
    event.preventDefault();
    // Jodit closes an open popup of the toolbar first.
    if (!document.querySelector('.jodit-popup')) editor.toggleFullSize(false);
  };
  editor.e.on('toggleFullSize', onToggle);
  container.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    editor.e.off('toggleFullSize', onToggle);
    container.removeEventListener('keydown', onKeyDown, { capture: true });
    watcher?.destroy();
    setInert(false);
  };
}

/** Jodit's popups are at the end of the body. */
function elementsOutside(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  if (!parentElement || element === document.body) return [];
  const siblings = [...parentElement.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement &&
      child !== element &&
      !child.inert &&
      !child.className.includes('jodit'),
  );
  return [...siblings, ...elementsOutside(parentElement)];
}
