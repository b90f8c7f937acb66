/** flickity 3 has no types. These are the members of 3.0.0 that carousel-engine.ts uses, including internal ones. */
declare module 'flickity' {
  interface FlickityOptions {
    accessibility?: boolean;
    cellAlign?: 'left' | 'center' | 'right';
    contain?: boolean;
    on?: { select?: (this: Flickity, index: number) => void };
    pageDots?: boolean;
    prevNextButtons?: boolean;
    rightToLeft?: boolean;
    setGallerySize?: boolean;
    wrapAround?: boolean;
  }

  interface FlickitySlide {
    /** The offset of the slide from the start of the row, in pixels. */
    readonly target: number;
  }

  export default class Flickity {
    constructor(element: Element, options?: FlickityOptions);
    readonly options: FlickityOptions;
    readonly slides: readonly FlickitySlide[];
    readonly selectedSlide: FlickitySlide;
    readonly isDraggable: boolean;
    readonly isPointerDown?: boolean;
    restingFrames: number;
    /** The offset of the row, in pixels. It is negative when the row is scrolled forward. */
    x: number;
    velocity: number;
    select(index: number, isWrap?: boolean, isInstant?: boolean): void;
    destroy(): void;
    applySelectedAttraction(): void;
    integratePhysics(): void;
    settle(previousX: number): void;
  }
}
