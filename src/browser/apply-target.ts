import { useEffect, useSyncExternalStore } from 'react';

/** The text and address of the links to the form, on a page that shows an application in its place. */
export interface ApplyTarget {
  readonly label: string;
  /** Undefined if the application is in the section of the form. */
  readonly href: string | undefined;
}

let current: ApplyTarget | undefined;
const listeners = new Set<() => void>();

function set(target: ApplyTarget | undefined): void {
  current = target;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSetApplyTarget(target: ApplyTarget | undefined): void {
  const { label, href } = target ?? {};
  useEffect(() => {
    set(label === undefined ? undefined : { label, href });
    return () => set(undefined);
  }, [label, href]);
}

export const useApplyTarget = (): ApplyTarget | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
