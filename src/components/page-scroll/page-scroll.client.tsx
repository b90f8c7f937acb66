'use client';

import { useEffect } from 'react';
import { headerOffset } from '../header/sticky.ts';
import { animateScroll } from './animate-scroll.ts';
import { ANCHOR_SCROLL_MS, currentSection, fragmentOnPage, SCROLL_TO_MS } from './scroll-rules.ts';

/**
 * Smooth scrolling and the menu's current entry. Anchors glide for 1000 ms on a page that carries
 * the one-page marker (data-onepage); a link marked data-scroll-to glides for 1200 ms anywhere.
 * Everything else is the browser's own jump.
 */
export function PageScroll() {
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.dataset.jump !== undefined) return;
      const id = fragmentOnPage(link.href, location.href);
      const target = id === undefined ? null : document.getElementById(id);
      if (!target) return;
      const scrollTo = link.dataset.scrollTo !== undefined;
      if (!scrollTo && !isOnePage()) return;
      event.preventDefault();
      void glide(target, scrollTo ? SCROLL_TO_MS : ANCHOR_SCROLL_MS);
    };
    document.addEventListener('click', clicked);
    window.addEventListener('scroll', markCurrent, { passive: true });
    window.addEventListener('resize', markCurrent);
    markCurrent();
    return () => {
      document.removeEventListener('click', clicked);
      window.removeEventListener('scroll', markCurrent);
      window.removeEventListener('resize', markCurrent);
    };
  }, []);
  return null;
}

const isOnePage = () => document.querySelector('[data-onepage]') !== null;

async function glide(target: HTMLElement, durationMs: number) {
  const header = document.querySelector('[data-site-header]');
  const destination = () => {
    const room = headerOffset(header?.getBoundingClientRect().height ?? 0, window.innerWidth);
    const top = target.getBoundingClientRect().top + window.scrollY - room;
    const last = document.documentElement.scrollHeight - window.innerHeight;
    return Math.min(Math.max(0, top), last);
  };
  const arrived = await animateScroll(destination, durationMs);
  if (!arrived) return;
  history.pushState(history.state, '', `#${encodeURIComponent(target.id)}`);
  // What a browser's own jump does: the next Tab goes on from here.
  if (!target.matches('a[href], button, input, select, textarea, [tabindex]')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The scrollspy: on a one-page page the entry of the section in view, elsewhere that of the page. */
function markCurrent() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-site-header] nav a')];
  const onePage = isOnePage();
  const targets = links.map((link) => fragmentOnPage(link.href, location.href));
  const sections = [...new Set(targets)].flatMap((id) => {
    const section = id === undefined ? null : document.getElementById(id);
    return section
      ? [{ id: section.id, top: section.getBoundingClientRect().top + window.scrollY }]
      : [];
  });
  const current = onePage
    ? currentSection(sections, {
        scrollY: window.scrollY,
        viewportHeight: window.innerHeight,
        documentHeight: document.documentElement.scrollHeight,
      })
    : undefined;
  for (const [index, link] of links.entries()) {
    const isPage =
      targets[index] === undefined && link.pathname === location.pathname && link.hash === '';
    const here = current === undefined ? isPage : targets[index] === current;
    if (here) link.setAttribute('aria-current', current === undefined ? 'page' : 'true');
    else link.removeAttribute('aria-current');
  }
}
