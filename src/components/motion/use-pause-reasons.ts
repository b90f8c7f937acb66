import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether something that moves by itself should wait: the pointer is over it, the keyboard is in it,
 * it is out of sight, or the tab is.
 */
export function usePauseReasons(root: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const reasons = { hovered: false, focused: false, away: false, hidden: document.hidden };
    const because = (reason: keyof typeof reasons, holds: boolean) => {
      reasons[reason] = holds;
      setHeld(Object.values(reasons).some(Boolean));
    };
    const abort = new AbortController();
    const listen = { signal: abort.signal };
    // A finger leaves no pointer behind: holding for it would never end.
    const onEnter = (event: PointerEvent) => because('hovered', event.pointerType === 'mouse');
    // A clicked button keeps the focus; only a focus one can see is the keyboard's.
    const onFocus = ({ target }: FocusEvent) =>
      because('focused', target instanceof Element && target.matches(':focus-visible'));
    element.addEventListener('pointerenter', onEnter, listen);
    element.addEventListener('pointerleave', () => because('hovered', false), listen);
    element.addEventListener('focusin', onFocus, listen);
    element.addEventListener('focusout', () => because('focused', false), listen);
    document.addEventListener('visibilitychange', () => because('hidden', document.hidden), listen);
    const observer = new IntersectionObserver((entries) => {
      because('away', !entries.at(-1)?.isIntersecting);
    });
    observer.observe(element);
    return () => {
      abort.abort();
      observer.disconnect();
    };
  }, [root]);

  return held;
}
