import Flickity from 'flickity';
import { travelled } from './carousel-rules.ts';

interface Journey {
  readonly from: number;
  readonly to: number;
  readonly startedAt: number;
  /** Where the last frame left the row; found elsewhere, something else has moved it. */
  x: number;
}

/**
 * Flickity whose steps take the time they are told.
 *
 * Flickity draws a row to its place as a spring does, so a step takes as long as friction and distance
 * make it. Section 9 gives the time, so here a step is a journey from where the row is to where it
 * rests, measured by the clock. Dragging keeps Flickity's own physics; letting go starts a journey.
 */
export class TimedFlickity extends Flickity {
  // Assigned by `journeyTo`, which Flickity's constructor may already call: an initialiser would undo that.
  declare private journey: Journey | undefined;
  declare speedMs: number;

  private get isDragged(): boolean {
    return this.isDraggable && this.isPointerDown === true;
  }

  override applySelectedAttraction(): void {
    if (this.isDragged) super.applySelectedAttraction();
  }

  override integratePhysics(): void {
    if (this.isDragged || this.slides.length === 0) {
      this.journey = undefined;
      super.integratePhysics();
      return;
    }
    const now = performance.now();
    const to = -this.selectedSlide.target;
    const under = this.journey;
    const journey =
      under?.to === to && under.x === this.x
        ? under
        : { from: this.x, to, startedAt: now, x: this.x };
    const share = travelled(now - journey.startedAt, this.speedMs);
    journey.x = share === 1 ? to : journey.from + (to - journey.from) * share;
    this.x = journey.x;
    this.velocity = 0;
    this.journey = journey;
  }

  override settle(previousX: number): void {
    const arrived = !this.journey || this.journey.x === this.journey.to;
    // A slow beginning is no rest, and an arrival needs no three frames to be believed.
    this.restingFrames = arrived && !this.isDragged ? 2 : 0;
    super.settle(previousX);
  }
}
