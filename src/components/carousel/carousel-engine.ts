import {
  type CarouselKind,
  carouselRules,
  shownAt,
  stopAfter,
  stopsOf,
  visibleAt,
} from './carousel-rules.ts';
import { TimedFlickity } from './timed-flickity.ts';

export interface CarouselEngine {
  /** Brings the row to the next or previous stop; at once where stillness was asked for. */
  step(by: 1 | -1): void;
  destroy(): void;
}

export interface CarouselState {
  readonly stop: number;
  readonly stops: number;
}

const stillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Takes over a scroll-snap row. Items out of sight are inert: neither Tab nor a screen reader meets them.
 * @param row the element whose children are the items
 * @param onState told the stop and the number of stops whenever either changes
 */
export function startCarousel(
  row: HTMLElement,
  kind: CarouselKind,
  onState: (state: CarouselState) => void,
): CarouselEngine {
  const { loop, speedMs, steps } = carouselRules[kind];
  const cells = Array.from(row.children);
  const scrolledTo = row.scrollLeft;
  row.scrollLeft = 0;
  let state: CarouselState = { stop: 0, stops: 1 };

  const report = (selected: number) => {
    const visible = visibleAt(steps, window.innerWidth);
    const stops = stopsOf(cells.length, visible, loop);
    const stop = Math.min(selected, stops - 1);
    const shown = shownAt(stop, cells.length, visible, loop);
    for (const [index, cell] of cells.entries()) {
      cell.toggleAttribute('inert', !shown.has(index));
      // Flickity hides every cell but the selected one from screen readers.
      cell.removeAttribute('aria-hidden');
    }
    state = { stop, stops };
    onState(state);
  };

  // A row that shows all its items cannot go round.
  const wraps = () => loop && cells.length > visibleAt(steps, window.innerWidth);
  const flickity = new TimedFlickity(row, {
    accessibility: false,
    cellAlign: 'left',
    // Flickity 3.0.0 contains a wrapping row too, when asked, until it is first resized.
    contain: !loop,
    wrapAround: wraps(),
    prevNextButtons: false,
    pageDots: false,
    setGallerySize: false,
    on: { select: report },
  });
  flickity.speedMs = speedMs;
  // Flickity measures anew 150 ms after the last of a row of resizes, and reads the option then.
  const onResize = () => {
    flickity.options.wrapAround = wraps();
  };
  window.addEventListener('resize', onResize);

  // A visitor who had scrolled the row before keeps his place.
  const width = cells[0]?.getBoundingClientRect().width ?? 0;
  const reached = width > 0 ? Math.round(scrolledTo / width) : 0;
  if (reached > 0) flickity.select(Math.min(reached, cells.length - 1), false, true);

  return {
    step: (by) => flickity.select(stopAfter(state.stop, by, state.stops), false, stillness()),
    destroy: () => {
      window.removeEventListener('resize', onResize);
      flickity.destroy();
      for (const cell of cells) cell.removeAttribute('inert');
    },
  };
}
