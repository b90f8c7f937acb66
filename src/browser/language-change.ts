import { useEffect, useEffectEvent } from 'react';
import { useWindowEvent } from './page-events.ts';
import { isPlainClick } from './plain-click.ts';
import { languageChanges } from './storage.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Passes the values of a form to the form of the same page in another language, once, when the visitor follows a link
 * `<a data-language>`. If the browser forbids storage, it asks the visitor before entered values are lost.
 */
export function useLanguageChange(
  form: string,
  options: { readonly read: () => Values; readonly onArrival: (values: Values) => void },
): void {
  const arrive = useEffectEvent(() => {
    const id = `${form}:${window.location.pathname}`;
    const values = languageChanges.read(id);
    languageChanges.remove(id);
    if (values) options.onArrival(values);
  });
  useEffect(arrive, []);
  useWindowEvent('click', (event) => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]');
    if (!link) return;
    const values = options.read();
    const isStored = languageChanges.write(values, `${form}:${link.pathname}`);
    if (!isStored && isPlainClick(event) && Object.values(values).some(Boolean))
      window.addEventListener('beforeunload', askBeforeLeaving);
  });
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // The listener is removed for other links, but after the event, because Chromium asks only if it still exists.
  setTimeout(() => window.removeEventListener('beforeunload', askBeforeLeaving));
}
