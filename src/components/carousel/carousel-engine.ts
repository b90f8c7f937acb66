import Flickity from 'flickity';
import { language } from '#language';
import { prefersReducedMotion } from '#src/browser/media-queries.ts';
import { easedProgress } from '../motion/motion-rules.ts';
import {
  type CarouselKind,
  carouselRules,
  carouselSpeedMs,
  positionAfter,
  positionCount,
  visibleItems,
} from './carousel-rules.ts';

export type CarouselEngine = ReturnType<typeof startCarousel>;

interface CarouselState {
  readonly position: number;
  readonly positions: number;
}

interface Transition {
  readonly from: number;
  readonly to: number;
  readonly startedAt: number;
  /** The position that the last frame has set. If the current one differs, something else has moved the row. */
  x: number;
}

/**
 * Flickity moves the row like a spring, so the duration of a step depends on the distance; section 9 sets it to 700 ms.
 */
class TimedFlickity extends Flickity {
  // Flickity's constructor may set the field, before a #field would exist; an initializer would reset it.
  declare transition: Transition | undefined;

  get isDragged(): boolean {
    return this.isDraggable && this.isPointerDown === true;
  }

  override applySelectedAttraction(): void {
    if (this.isDragged) super.applySelectedAttraction();
  }

  override integratePhysics(): void {
    if (this.isDragged || this.slides.length === 0) {
      this.transition = undefined;
      super.integratePhysics();
      return;
    }
    const now = performance.now();
    const to = -this.selectedSlide.target;
    const current = this.transition;
    const transition =
      current?.to === to && current.x === this.x
        ? current
        : { from: this.x, to, startedAt: now, x: this.x };
    const progress = easedProgress(now - transition.startedAt, carouselSpeedMs);
    transition.x = progress === 1 ? to : transition.from + (to - transition.from) * progress;
    this.x = transition.x;
    this.velocity = 0;
    this.transition = transition;
  }

  override settle(previousX: number): void {
    const ended = !this.transition || this.transition.x === this.transition.to;
    // Flickity settles after three frames without movement; the slow start of a transition has such frames.
    this.restingFrames = ended && !this.isDragged ? 2 : 0;
    super.settle(previousX);
  }
}

/** Items outside the row's box are inert, so neither Tab nor a screen reader reaches them. */
export function startCarousel(
  row: HTMLElement,
  kind: CarouselKind,
  onState: (state: CarouselState) => void,
) {
  const { loop } = carouselRules[kind];
  const items = Array.from(row.children);
  const rightToLeft = language().dir === 'rtl';
  const scrolledPx = Math.abs(row.scrollLeft);
  row.scrollLeft = 0;
  row.removeAttribute('tabindex');
  let state: CarouselState = { position: 0, positions: 1 };

  const visibleCount = () => Number(getComputedStyle(row).getPropertyValue('--visible'));
  const report = (selected: number) => {
    const visible = visibleCount();
    const positions = positionCount(items.length, visible, loop);
    const position = Math.min(selected, positions - 1);
    const shown = visibleItems(position, items.length, visible, loop);
    for (const [index, item] of items.entries()) {
      item.toggleAttribute('inert', !shown.has(index));
      // Flickity sets the attribute on every item except the selected one.
      item.removeAttribute('aria-hidden');
    }
    state = { position, positions };
    onState(state);
  };

  // A row that shows all its items cannot loop.
  const wraps = () => loop && items.length > visibleCount();
  const flickity = new TimedFlickity(row, {
    accessibility: false,
    // Both values align items at the start of the row.
    cellAlign: rightToLeft ? 'right' : 'left',
    // Flickity 3.0.0 also applies `contain` to a looping row until its first resize.
    contain: !loop,
    wrapAround: wraps(),
    prevNextButtons: false,
    pageDots: false,
    rightToLeft,
    setGallerySize: false,
    on: { select: report },
  });
  // Flickity reads the option again 150 ms after the last resize event.
  const onResize = () => {
    flickity.options.wrapAround = wraps();
  };
  window.addEventListener('resize', onResize);

  // The visitor may have scrolled the row before.
  const width = items[0]?.getBoundingClientRect().width ?? 0;
  const scrolled = width > 0 ? Math.round(scrolledPx / width) : 0;
  if (scrolled > 0) flickity.select(Math.min(scrolled, items.length - 1), false, true);

  return {
    /** Moves the row by one position, without animation under reduced motion. */
    step: (by: 1 | -1) =>
      flickity.select(
        positionAfter(state.position, by, state.positions),
        false,
        prefersReducedMotion(),
      ),
    destroy: () => {
      window.removeEventListener('resize', onResize);
      flickity.destroy();
      row.tabIndex = 0;
      for (const item of items) item.removeAttribute('inert');
    },
  };
}
