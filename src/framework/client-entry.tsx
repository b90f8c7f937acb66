import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';
import { withoutLanguage } from '#src/language/paths.ts';
import { isOptimized } from './switch.ts';

let restoreInput: (() => void) | undefined;

function Site() {
  // The effect runs when hydration is complete. After that, an error must not restore the values from before.
  useEffect(() => {
    restoreInput = undefined;
  }, []);
  return <Router initialRoute={initialRoute()} unstable_routeInterceptor={noNavigation} />;
}

/** Returns the route without the prefix of the language, as the server has rendered it (page-renderer.ts). */
function initialRoute() {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search).toString();
  return { path: withoutLanguage(pathname), query, hash };
}

/** Waku must not navigate: links load documents, and the page itself handles Back and Forward after a search. */
const noNavigation = () => false as const;

const root = (
  <StrictMode>
    <Site />
  </StrictMode>
);

// Unlike Waku's own entry, it hydrates in a transition: React pauses between components, so that hydration does not
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
 * React renders the whole document again if a translation or an extension has changed it before hydration. Returns a
 * function that then copies what the visitor has entered, and the focus, to the new controls.
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

/** Hydration waits for all scripts, because React removes the whole page if it cannot load a component. */
async function hydrateWhenLoaded(): Promise<void> {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  try {
    await Promise.all(scripts.map(({ href }) => import(/* @vite-ignore */ href)));
  } catch (error) {
    // Waku reloads the page, unless the head script prevents it. After another failure the page works without script.
    dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    throw error;
  }
  hydrate();
}

if (!('__WAKU_HYDRATE__' in globalThis)) createRoot(document, rootOptions).render(root);
else if (isOptimized) void hydrateWhenLoaded();
else startTransition(() => void hydrateRoot(document, root, rootOptions));
