import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

/** The text and address of the links to the form, on a page that shows an application in its place. */
export interface ApplyTarget {
  readonly label: string;
  /** Undefined if the page shows the application in place of the form. */
  readonly href: string | undefined;
}

const store = createStore<{ readonly target?: ApplyTarget }>(() => ({}));

export function useSetApplyTarget(target: ApplyTarget | undefined): void {
  const { label, href } = target ?? {};
  useEffect(() => {
    store.setState(label === undefined ? {} : { target: { label, href } }, true);
    return () => store.setState({}, true);
  }, [label, href]);
}

export const useApplyTarget = (): ApplyTarget | undefined =>
  useStore(store, ({ target }) => target);
