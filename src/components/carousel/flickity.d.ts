/** flickity 3 has no types. These are the members, internal ones included, of 3.0.0 that carousel-engine.ts uses. */
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
    /** The offset of the slide from the start of the row, in pixels. */
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
    /** The offset of the row, in pixels; negative when scrolled to the right. */
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
