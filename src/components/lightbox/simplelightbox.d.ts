/** simplelightbox has no types. These are the members of 2.14.3 that lightbox-view.ts uses, including internal ones. */
declare module 'simplelightbox/dist/simple-lightbox.esm.js' {
  interface SimpleLightboxOptions {
    alertError?: boolean;
    animationSlide?: boolean;
    captionHTML?: boolean;
    captionSelector?: string;
    className?: string;
    /** The text is HTML. */
    closeText?: string;
    disableScroll?: boolean;
    enableKeyboard?: boolean;
    fadeSpeed?: number;
    fileExt?: string | false;
    focus?: boolean;
    history?: boolean;
    htmlClass?: string;
    /** HTML of the previous and the next button. */
    navText?: readonly [string, string];
    overlayOpacity?: number;
    preloading?: boolean;
    /** If this is true, `loadImage(1)` goes to the previous item, which is on the right. */
    rtl?: boolean;
    uniqueImages?: boolean;
  }

  export default class SimpleLightbox {
    constructor(elements: readonly Element[], options?: SimpleLightboxOptions);
    options: Required<SimpleLightboxOptions>;
    isOpen: boolean;
    isAnimating: boolean;
    currentImage: HTMLImageElement | null;
    currentImageIndex: number;
    /** The distance of the last swipe in CSS pixels; a button sets it to 0. */
    readonly controlCoordinates: { readonly swipeDiff: number };
    domNodes: {
      wrapper: HTMLDialogElement;
      readonly image: HTMLElement;
      readonly spinner: HTMLElement;
      readonly counter: HTMLElement;
      readonly navigation: HTMLElement;
      readonly closeButton: HTMLButtonElement;
    };
    open(element: Element): void;
    createDomNodes(): void;
    close(): void;
    destroy(): void;
    loadImage(direction: 1 | -1): boolean | undefined;
    adjustImage(direction?: 1 | -1): void;
    /** Shows the spinner. It is declared so that a subclass does not override it by accident. */
    show(elements: Element, display?: string): void;
    fadeIn(elements: Element, ms: number, done?: () => void, display?: string): void;
    on(event: string, listener: () => void): this;
  }
}
