/** flickity 3 ships no types. Only what timed-flickity.ts relies on, internals included, as version 3.0.0 has it. */
declare module 'flickity' {
  interface FlickityOptions {
    accessibility?: boolean;
    cellAlign?: 'left' | 'center' | 'right';
    contain?: boolean;
    draggable?: boolean | '>1';
    on?: { select?: (this: Flickity, index: number) => void };
    pageDots?: boolean;
    percentPosition?: boolean;
    prevNextButtons?: boolean;
    setGallerySize?: boolean;
    wrapAround?: boolean;
  }

  interface FlickitySlide {
    /** Where the slide rests, in pixels from the row's start. */
    readonly target: number;
  }

  export default class Flickity {
    constructor(element: Element, options?: FlickityOptions);
    readonly options: FlickityOptions;
    readonly slides: readonly FlickitySlide[];
    readonly selectedSlide: FlickitySlide;
    readonly selectedIndex: number;
    readonly isDraggable: boolean;
    readonly isPointerDown?: boolean;
    isAnimating?: boolean;
    restingFrames: number;
    /** Where the row is, in pixels; negative to the right. */
    x: number;
    velocity: number;
    select(index: number, isWrap?: boolean, isInstant?: boolean): void;
    resize(): void;
    destroy(): void;
    getCellElements(): HTMLElement[];
    applySelectedAttraction(): void;
    integratePhysics(): void;
    settle(previousX: number): void;
  }
}
