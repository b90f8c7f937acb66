import { type DragEvent as ReactDragEvent, useState } from 'react';
import { useWindowEvent } from '#src/browser/page-events.ts';

/**
 * The browser would open files and links that are dropped outside the rows, and lose the chosen files. Returns whether
 * a file is being dragged over the page.
 */
export function useFileDrops(): boolean {
  const [dragging, setDragging] = useState(false);
  const refuse = (event: DragEvent) => {
    const { dataTransfer, defaultPrevented } = event;
    if (!dataTransfer) return;
    if (dataTransfer.types.includes('Files')) setDragging(true);
    else if (!dataTransfer.types.includes('text/uri-list')) return;
    if (defaultPrevented) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  useWindowEvent('dragover', refuse);
  useWindowEvent('drop', (event) => {
    refuse(event);
    setDragging(false);
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setDragging(false);
  });
  // Browsers send no pointermove during a drag, and some send no event at its end.
  useWindowEvent('pointermove', () => setDragging(false));
  return dragging;
}

/** Lets a row take dropped files. `useFileDrops` refuses drops outside the rows. */
export function useDropTarget(enabled: boolean, onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: ReactDragEvent) {
      if (!enabled || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: ReactDragEvent) {
      event.preventDefault();
      setOver(false);
      if (enabled) onFiles(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}
