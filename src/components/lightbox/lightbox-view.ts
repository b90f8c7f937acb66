import SimpleLightbox from 'simplelightbox/dist/simple-lightbox.esm.js';
import { language, texts } from '#language';
import { prefersReducedMotion } from '#src/browser/media-queries.ts';
import { type IconName, iconsUrl } from '../icon/icon.tsx';
import { loadContent, loadPicture } from './lightbox-content.ts';
import { type LightboxItem, preloadIndexes } from './lightbox-rules.ts';
import styles from './lightbox-view.module.css';

/** simplelightbox accepts HTML strings and no React elements. */
const icon = (name: IconName) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"><use href="${iconsUrl}#${name}"></use></svg>`;

/** simplelightbox reads its items from links. A link to a page gets no address, so that it is not fetched as a picture. */
function linkOf({ kind, address, caption }: LightboxItem): HTMLAnchorElement {
  const link = document.createElement('a');
  link.setAttribute('href', kind === 'image' ? address : '');
  link.title = caption;
  return link;
}

/** SimpleLightbox with a native dialog, page content, error messages in the dialog, the preloading of section 9 and names. */
export class LightboxView extends SimpleLightbox {
  readonly #items: readonly LightboxItem[];
  readonly #links: readonly HTMLAnchorElement[];
  /** Ends the load of an earlier item, so that its content is not shown for the current one. */
  #loading = new AbortController();
  #panel: HTMLElement | undefined;

  constructor(items: readonly LightboxItem[], label: string, onClosed: () => void) {
    const links = items.map(linkOf);
    super(links, {
      alertError: false,
      animationSlide: !prefersReducedMotion(),
      captionHTML: false,
      captionSelector: 'self',
      className: styles.lightbox ?? '',
      closeText: icon('close'),
      // base.css reserves the space of the scrollbar.
      disableScroll: false,
      enableKeyboard: false,
      fadeSpeed: prefersReducedMotion() ? 1 : 300,
      fileExt: false,
      focus: false,
      // Only the router changes the address.
      history: false,
      htmlClass: styles.open ?? '',
      navText: [icon('chevron-left'), icon('chevron-right')],
      overlayOpacity: 1,
      preloading: false,
      rtl: language().dir === 'rtl',
      uniqueImages: false,
    });
    this.#items = items;
    this.#links = links;
    nameControls(this.domNodes, label, items.length);
    this.domNodes.wrapper.addEventListener('keydown', this.#onKey);
    this.domNodes.wrapper.addEventListener('close', this.#onClose);
    this.on('closed.simplelightbox', () => {
      onClosed();
      queueMicrotask(() => this.destroy());
    });
  }

  /** The native dialog keeps the focus and restores it; Escape and a phone's Back close it. */
  override createDomNodes(): void {
    super.createDomNodes();
    const dialog = document.createElement('dialog');
    dialog.className = this.domNodes.wrapper.className;
    // A press on the picture leaves the focus in the dialog.
    dialog.tabIndex = -1;
    this.domNodes.wrapper = dialog;
  }

  openAt(index: number): void {
    const link = this.#links[index];
    if (!link) return;
    this.open(link);
    this.domNodes.wrapper.showModal();
    this.domNodes.closeButton.focus();
  }

  readonly #onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (step === undefined) return;
    event.preventDefault();
    if (this.#items.length > 1 && !this.isAnimating) super.loadImage(step);
  };

  /** Keys and swipes mean a direction on the screen, from right to left too; a button means previous or next. */
  override loadImage(direction: 1 | -1): boolean | undefined {
    const isButton = this.controlCoordinates.swipeDiff === 0;
    return super.loadImage(isButton && this.options.rtl ? (-direction as 1 | -1) : direction);
  }

  override adjustImage(direction?: 1 | -1): void {
    const item = this.#items[this.currentImageIndex];
    if (!item || (this.#panel && direction === undefined)) return;
    this.#loading.abort();
    this.#loading = new AbortController();
    void this.#reveal(item, direction, this.#loading.signal);
  }

  async #reveal(
    item: LightboxItem,
    direction: 1 | -1 | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    this.#panel?.remove();
    this.#panel = undefined;
    this.domNodes.image.removeAttribute('data-panel');
    const { kind, address, caption } = item;
    const content =
      kind === 'image' ? await loadPicture(address) : await loadContent(address, signal);
    if (signal.aborted || !this.currentImage) return;
    if (content === undefined) {
      this.currentImage.alt = caption;
      this.domNodes.image.dataset.background = item.background ?? '';
      super.adjustImage(direction);
    } else this.#showPanel(content);
    for (const index of preloadIndexes(this.currentImageIndex, this.#items.length)) {
      const adjacent = this.#items[index];
      if (adjacent?.kind === 'image' && adjacent.address !== '') new Image().src = adjacent.address;
    }
  }

  #showPanel(content: Node | string): void {
    const { image, spinner } = this.domNodes;
    const panel = document.createElement('div');
    panel.className = styles.panel ?? '';
    panel.tabIndex = 0;
    if (typeof content === 'string') panel.setAttribute('role', 'alert');
    panel.append(content);
    if (this.currentImage) this.currentImage.style.display = 'none';
    image.setAttribute('style', '');
    image.toggleAttribute('data-panel', true);
    image.append(panel);
    spinner.style.display = 'none';
    this.#panel = panel;
    this.isAnimating = false;
    this.isOpen = true;
    this.fadeIn(image, this.options.fadeSpeed);
  }

  override fadeIn(elements: Element, ms: number, done?: () => void, display?: string): void {
    super.fadeIn(elements, ms, done, elements === this.domNodes.image ? 'grid' : display);
  }

  override close(): void {
    this.domNodes.wrapper.close();
  }

  readonly #onClose = () => {
    this.#loading.abort();
    // simplelightbox does not close while an item is loading.
    this.isOpen = true;
    this.isAnimating = false;
    super.close();
    // simplelightbox still writes to the image when a picture arrives after closing.
    this.currentImage = document.createElement('img');
  };
}

function nameControls(nodes: SimpleLightbox['domNodes'], label: string, count: number): void {
  const { lightbox } = texts();
  const { wrapper, closeButton, navigation, spinner, counter } = nodes;
  wrapper.setAttribute('aria-modal', 'true');
  wrapper.setAttribute('aria-label', label);
  wrapper.toggleAttribute('data-single', count === 1);
  const [previous, next] = navigation.querySelectorAll('button');
  const names = [
    [closeButton, lightbox.lightboxClose],
    [previous, lightbox.lightboxPrevious],
    [next, lightbox.lightboxNext],
  ] as const;
  for (const [button, name] of names) {
    if (!button) continue;
    button.type = 'button';
    button.title = name;
    button.setAttribute('aria-label', name);
  }
  spinner.setAttribute('role', 'status');
  spinner.textContent = lightbox.lightboxLoading;
  counter.setAttribute('aria-live', 'polite');
  // simplelightbox writes the numbers into these elements.
  const number = (className: string) =>
    Object.assign(document.createElement('span'), { className });
  const numbers = new Map([
    ['%curr%', number('sl-current')],
    ['%total%', number('sl-total')],
  ]);
  const parts = lightbox.lightboxCounter.split(/(%curr%|%total%)/);
  counter.replaceChildren(...parts.map((part) => numbers.get(part) ?? part));
}
