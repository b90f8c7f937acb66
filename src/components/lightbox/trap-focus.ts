/**
 * Keeps the focus inside a dialog: all else on the page is inert, and `first` takes the focus.
 * @param onKey told every key pressed meanwhile
 * @returns a function that ends it and gives the focus back to where it was
 */
export function trapFocus(
  dialog: HTMLElement,
  first: HTMLElement,
  onKey: (event: KeyboardEvent) => void,
): () => void {
  const before = document.activeElement;
  const others = [...document.body.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child !== dialog && !child.inert,
  );
  for (const other of others) other.inert = true;
  document.addEventListener('keydown', onKey, true);
  first.focus();
  return () => {
    document.removeEventListener('keydown', onKey, true);
    for (const other of others) other.inert = false;
    if (before instanceof HTMLElement) before.focus();
  };
}
