import { StrictMode, startTransition, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

declare global {
  interface Window {
    /** Of the head script: the last click before hydration. */
    lastClick?: MouseEvent | undefined;
    recordClick(event: MouseEvent): void;
  }
}

let restoreInput: (() => void) | undefined;

function Site() {
  const clicked = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    clicked.current = takeClickedButton();
  }, []);
  // After the effects of all components.
  useEffect(() => {
    // Later errors do not concern what was entered before hydration.
    restoreInput = undefined;
    repeatHover();
    clicked.current?.click();
  }, []);
  return <Router />;
}

/** The button of the last click before hydration, if only a script handles it: React does not repeat clicks. */
function takeClickedButton(): HTMLElement | undefined {
  const { lastClick, recordClick } = window;
  removeEventListener('click', recordClick, true);
  window.lastClick = undefined;
  // React itself handles a click that is being dispatched: it has finished the hydration.
  if (lastClick?.eventPhase !== Event.NONE || !(lastClick.target instanceof Element))
    return undefined;
  const button = 'button[type=button]:not([popovertarget])';
  return lastClick.target.closest<HTMLElement>(button) ?? undefined;
}

/** Tells the components where the mouse is, which may have stopped there before hydration. */
function repeatHover(): void {
  if (!matchMedia('(hover: hover)').matches) return;
  const hovered = [...document.querySelectorAll(':hover')];
  const mouse = { pointerType: 'mouse' };
  // React derives its own 'pointerenter' events from 'pointerover'.
  hovered.at(-1)?.dispatchEvent(new PointerEvent('pointerover', { ...mouse, bubbles: true }));
  for (const element of hovered) element.dispatchEvent(new PointerEvent('pointerenter', mouse));
}

const root = (
  <StrictMode>
    <Site />
  </StrictMode>
);

// As in Waku's own entry, except for the transition: React then pauses between components, so that hydration does not
// block the page, and finishes at once when the visitor does something.
function hydrate() {
  restoreInput = watchInput();
  const onRecoverableError = (error: unknown) => {
    reportError(error);
    restoreInput?.();
  };
  startTransition(() => void hydrateRoot(document, root, { ...rootOptions, onRecoverableError }));
}

/**
 * React renders the document anew if it is not the server's, as after a translation or with the nodes of an extension.
 * Returns a function that then copies what the visitor has entered, and the focus, to the new controls.
 */
function watchInput(): () => void {
  const controls = [
    ...document.querySelectorAll<HTMLInputElement>('[id]:is(input,select,textarea)'),
  ];
  let focused: Element | null = null;
  const onFocus = () => {
    focused = document.activeElement;
  };
  onFocus();
  addEventListener('focusin', onFocus);
  return () => {
    removeEventListener('focusin', onFocus);
    for (const old of controls) {
      const control = document.getElementById(old.id) as HTMLInputElement | null;
      if (!control || control === old) continue;
      control.checked = old.checked;
      if (old.type === 'file') control.files = old.files;
      else if (control.value !== old.value) {
        control.value = old.value;
        control.dispatchEvent(new Event('input', { bubbles: true }));
        control.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
    if (focused?.id && !focused.isConnected)
      document.getElementById(focused.id)?.focus({ preventScroll: true });
  };
}

if ('__WAKU_HYDRATE__' in globalThis) {
  // React removes the whole page if it cannot load a component. So it starts when all scripts of the page have arrived;
  // if one fails, Waku reloads the page, and the second time it stays as without script.
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  Promise.all(scripts.map(({ href }) => import(/* @vite-ignore */ href))).then(hydrate, (error) => {
    dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    throw error;
  });
} else createRoot(document, rootOptions).render(root);
