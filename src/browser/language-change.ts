import { useEffect, useEffectEvent } from 'react';
import { useWindowEvent } from './page-events.ts';
import { isPlainClick } from './plain-click.ts';
import { withStorage } from './storage.ts';

type Values = Readonly<Record<string, string>>;

/** The name of what is stored for a form of a page. 'Forget me on this device' removes names that begin like this. */
const nameOf = (form: string, path: string) => `application-language-change:${form}:${path}`;

/**
 * Keeps what a form contains when the visitor follows a link to the same page in another language, and passes it to the
 * form of that page once. The links are `<a data-language>`. Where the browser forbids storage it asks the visitor before
 * entered values are lost.
 */
export function useLanguageChange(
  /** The name of the form. Undefined keeps nothing. */
  form: string | undefined,
  options: { readonly read: () => Values; readonly onArrival: (values: Values) => void },
): void {
  const arrive = useEffectEvent(() => {
    if (form === undefined) return;
    const name = nameOf(form, window.location.pathname);
    const values: Values | null | undefined = withStorage('sessionStorage', (storage) => {
      const stored = storage.getItem(name);
      storage.removeItem(name);
      return JSON.parse(stored ?? 'null');
    });
    if (values) options.onArrival(values);
  });
  useEffect(arrive, []);
  useWindowEvent('click', (event) => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]');
    if (!link || form === undefined) return;
    const values = options.read();
    const isKept = withStorage('sessionStorage', (storage) => {
      storage.setItem(nameOf(form, link.pathname), JSON.stringify(values));
      return true;
    });
    if (!isKept && isPlainClick(event) && Object.values(values).some(Boolean))
      window.addEventListener('beforeunload', askBeforeLeaving);
  });
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chromium asks only if the listener is still there after the event. Other links do not ask.
  setTimeout(() => window.removeEventListener('beforeunload', askBeforeLeaving));
}
