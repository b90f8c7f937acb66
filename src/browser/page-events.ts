import { useEffect, useEffectEvent } from 'react';
import { deviceRecordsChanged } from './storage.ts';

export function navigationType(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : undefined;
}

/** `visibilitychange` is an event of the document that bubbles to the window. */
interface PageEvents extends WindowEventMap {
  visibilitychange: Event;
  [deviceRecordsChanged]: Event;
}

export function useWindowEvent<Type extends keyof PageEvents>(
  type: Type,
  listener: (event: PageEvents[Type]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const handler = (event: Event) => onEvent(event as PageEvents[Type]);
    window.addEventListener(type, handler);
    return () => window.removeEventListener(type, handler);
  }, [type]);
}

/** Runs when the page comes from the back/forward cache, in which it received no storage events. */
export function useRestoredPage(listener: () => void): void {
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

/** Calls `read` when the page opens, and when this tab or another one may have changed the records of the device. */
export function useStored(read: () => void): void {
  const onOpen = useEffectEvent(read);
  useEffect(() => onOpen(), []);
  useWindowEvent('storage', read);
  useWindowEvent(deviceRecordsChanged, read);
  useRestoredPage(read);
}

/**
 * Opens `href` after `delayMs`; does nothing while `href` is undefined. The timer ends when the visitor leaves the page,
 * because a page in the back/forward cache would continue with it.
 */
export function useDelayedNavigation(href: string | undefined, delayMs: number): void {
  useEffect(() => {
    if (href === undefined) return;
    const timer = window.setTimeout(() => window.location.assign(href), delayMs);
    const cancel = () => window.clearTimeout(timer);
    window.addEventListener('pagehide', cancel);
    return () => {
      cancel();
      window.removeEventListener('pagehide', cancel);
    };
  }, [href, delayMs]);
}
