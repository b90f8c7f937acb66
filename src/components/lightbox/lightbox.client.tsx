'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { loadOnce, observeVisibility } from '../lazy/load-when-visible.ts';
import type { LightboxItem } from './lightbox-rules.ts';
import type { LightboxView } from './lightbox-view.ts';

const loadView = loadOnce(() => import('./lightbox-view.ts'));
const selector = 'a[data-lightbox]';

export interface LightboxProps {
  /** The dialog's name. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Opens the links inside it that are marked `data-lightbox="image"` or `"content"` in a dialog, as one
 * gallery in their order; one link alone is a single picture. `data-caption`, or the alternative text of
 * the picture in the link, is the caption; `data-background` is the number of its background color. Without JavaScript,
 * or the library, they are links.
 */
export function Lightbox({ label, children }: LightboxProps) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let view: LightboxView | undefined;
    let opening = false;
    const open = async (link: HTMLAnchorElement) => {
      if (view || opening) return;
      opening = true;
      try {
        const { LightboxView } = await loadView();
        const links = [...element.querySelectorAll<HTMLAnchorElement>(selector)].filter(
          (each) => each === link || each.checkVisibility(),
        );
        view = new LightboxView(links.map(itemOf), label, () => {
          view = undefined;
        });
        view.openAt(links.indexOf(link));
      } catch {
        location.assign(link.href);
      } finally {
        opening = false;
      }
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest(selector);
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
      // A new tab or a download was asked for.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void open(link);
    };
    element.addEventListener('click', onClick);
    const stop = observeVisibility(element, () => void loadView().catch(() => undefined));
    return () => {
      element.removeEventListener('click', onClick);
      stop();
      view?.close();
    };
  }, [label]);

  return <div ref={root}>{children}</div>;
}

function itemOf(link: HTMLAnchorElement): LightboxItem {
  return {
    kind: link.dataset.lightbox === 'content' ? 'content' : 'image',
    address: link.getAttribute('href') ?? '',
    caption: link.dataset.caption ?? link.querySelector('img')?.alt ?? '',
    background: link.dataset.background,
  };
}
