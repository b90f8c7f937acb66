'use client';

import { useEffect } from 'react';
import { prefersReducedMotion, stickyHeaderQuery } from '#src/browser/media-queries.ts';
import { useWindowEvent } from '#src/browser/page-events.ts';
import { isPlainClick } from '#src/browser/plain-click.ts';
import { inLanguage } from '#src/language/paths.ts';
import {
  anchorScrollMs,
  currentSection,
  fragmentOnPage,
  fragmentOnPath,
  headerOffset,
  positionAt,
  scrollToMs,
} from './scroll-rules.ts';

/**
 * Anchors scroll in 1000 ms on a page with `data-onepage`; a link with `data-scroll-to` in 1200 ms on any page. A link
 * with `data-list` goes back to the list; one with `data-jump` keeps the browser's default.
 */
export function PageScroll() {
  useEffect(markCurrent, []);
  useWindowEvent('scroll', markCurrent);
  useWindowEvent('resize', markCurrent);
  useWindowEvent('click', followLink);
  return null;
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlainClick(event)) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.dataset.jump !== undefined) return;
  if (link.dataset.list !== undefined && goBackToList()) event.preventDefault();
  const id = fragmentOnPage(link.href, location.href);
  const target = id === undefined ? null : document.getElementById(id);
  if (!target) return;
  const scrollTo = link.dataset.scrollTo !== undefined;
  if (!scrollTo && !isOnePage()) return;
  event.preventDefault();
  void scrollToTarget(target, scrollTo ? scrollToMs : anchorScrollMs);
}

/**
 * Returns whether it goes back to the list. Links within the page have history entries too, so the list may be several
 * entries back.
 */
function goBackToList(): boolean {
  // Older browsers lack the Navigation API.
  const { navigation }: { navigation?: Navigation } = window;
  const list = navigation
    ?.entries()
    .slice(0, navigation.currentEntry?.index)
    .findLast(({ url }) => url && new URL(url).pathname === inLanguage('/'));
  if (list) navigation?.traverseTo(list.key);
  return list !== undefined;
}

const isOnePage = () => document.querySelector('[data-onepage]') !== null;

async function scrollToTarget(target: HTMLElement, durationMs: number) {
  // Browsers unfold the details element around the target of a fragment too.
  const folded = target.closest('details');
  if (folded) folded.open = true;
  const header = document.querySelector('[data-site-header]');
  const destination = () => {
    const offset = headerOffset(
      matchMedia(stickyHeaderQuery).matches,
      header?.getBoundingClientRect().height ?? 0,
    );
    const margin = Number.parseFloat(getComputedStyle(target).scrollMarginBlockStart);
    const top = target.getBoundingClientRect().top - margin + window.scrollY - offset;
    const last = document.documentElement.scrollHeight - window.innerHeight;
    return Math.min(Math.max(0, top), last);
  };
  const completed = await animateScroll(destination, durationMs);
  if (!completed) return;
  history.pushState(history.state, '', `#${encodeURIComponent(target.id)}`);
  // The next Tab continues from the target, as after a fragment link that the browser follows.
  if (!target.matches('a[href], button, input, select, textarea, [tabindex]')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A wheel, touch or key event cancels the animation. Resolves with whether it completed. */
function animateScroll(to: () => number, durationMs: number): Promise<boolean> {
  if (prefersReducedMotion()) {
    window.scrollTo({ top: to(), behavior: 'instant' });
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const from = window.scrollY;
    const start = performance.now();
    const abort = new AbortController();
    const end = (completed: boolean) => {
      abort.abort();
      resolve(completed);
    };
    for (const type of ['wheel', 'touchstart', 'keydown'] as const)
      window.addEventListener(type, () => end(false), { passive: true, signal: abort.signal });
    const step = (now: number) => {
      if (abort.signal.aborted) return;
      const elapsedMs = now - start;
      // The target is measured in each frame, because pictures that load during the scroll move it.
      const top = positionAt({ from, to: to(), elapsedMs, durationMs });
      window.scrollTo({ top, behavior: 'instant' });
      if (elapsedMs < durationMs) requestAnimationFrame(step);
      else end(true);
    };
    requestAnimationFrame(step);
  });
}

/** Marks the menu entry of the current section on a one-page page, otherwise the entry of the page. */
function markCurrent() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-site-header] nav a')];
  const onePage = isOnePage();
  const targets = links.map((link) => fragmentOnPath(link.href, location.href));
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
    // The menu entry HOME has no query, so it is not current during a search.
    const isPage =
      targets[index] === undefined &&
      link.pathname === location.pathname &&
      link.search === location.search &&
      link.hash === '';
    const isCurrent = current === undefined ? isPage : targets[index] === current;
    if (isCurrent) link.setAttribute('aria-current', current === undefined ? 'page' : 'true');
    else link.removeAttribute('aria-current');
  }
}
