import { useEffect, useEffectEvent } from 'react';
import { useWindowEvent } from './page-events.ts';
import { withStorage } from './storage.ts';

type Values = Readonly<Record<string, string>>;

interface LanguageChange {
  /** The path of the page in the chosen language. */
  readonly path: string;
  /** What the visitor had entered, by the name of the form. */
  readonly forms: Readonly<Record<string, Values>>;
}

/** 'Forget me on this device' removes names that begin like this. */
const name = 'application-language-change';

const read = (path: string): LanguageChange => {
  const stored: Partial<LanguageChange> | undefined = withStorage('sessionStorage', (storage) =>
    JSON.parse(storage.getItem(name) ?? '{}'),
  );
  return { path, forms: (stored?.path === path && stored.forms) || {} };
};

const write = (change: LanguageChange) =>
  withStorage('sessionStorage', (storage) => storage.setItem(name, JSON.stringify(change)));

/**
 * Keeps what a form contains when the visitor follows a link to the same page in another language, and passes it to the
 * form of that page once. The links are `<a data-language>`.
 */
export function useLanguageChange(
  /** The name of the form. Undefined keeps nothing. */
  form: string | undefined,
  options: { readonly read: () => Values; readonly onArrival: (values: Values) => void },
): void {
  const arrive = useEffectEvent(() => {
    if (form === undefined) return;
    const { path, forms } = read(window.location.pathname);
    const { [form]: values, ...others } = forms;
    if (!values) return;
    write({ path, forms: others });
    options.onArrival(values);
  });
  useEffect(arrive, []);
  useWindowEvent('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]');
    if (!link || form === undefined) return;
    const { path, forms } = read(link.pathname);
    write({ path, forms: { ...forms, [form]: options.read() } });
  });
}
