import SimpleLightbox from 'simplelightbox/dist/simple-lightbox.esm.js';
import { messages } from '#src/domain/model/messages.ts';
import type { IconName } from '../icon/icon.tsx';
import { counterParts, type LightboxItem, preloadIndexes } from './lightbox-rules.ts';
import styles from './lightbox-view.module.css';
import { loadContent, loadPicture } from './remote-content.ts';
import { trapFocus } from './trap-focus.ts';

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** From the site's sprite, as components/icon draws it. */
const icon = (name: IconName) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"><use href="/icons.svg#${name}"></use></svg>`;

/** Stands for an item in simplelightbox, which reads links; a page has no picture for it to fetch. */
function linkOf({ kind, address, caption }: LightboxItem): HTMLAnchorElement {
  const link = document.createElement('a');
  link.setAttribute('href', kind === 'image' ? address : '');
  link.title = caption;
  return link;
}

/**
 * simplelightbox with what it lacks: pages beside pictures, errors said in place instead of in an alert,
 * section 9's preloading, names on its controls, and the focus held and given back.
 */
export class LightboxView extends SimpleLightbox {
  private readonly items: readonly LightboxItem[];
  private readonly links: readonly HTMLAnchorElement[];
  /** Counts what was to be shown: an answer that comes after the next question is dropped. */
  private turn = 0;
  private asking = new AbortController();
  private panel: HTMLElement | undefined;
  private releaseFocus: (() => void) | undefined;

  constructor(items: readonly LightboxItem[], label: string, onClosed: () => void) {
    const links = items.map(linkOf);
    super(links, {
      alertError: false,
      animationSlide: !isStill(),
      captionHTML: false,
      captionSelector: 'self',
      className: styles.lightbox ?? '',
      closeText: icon('close'),
      // The page keeps its scrollbar's place (base.css), so it needs no padding for it.
      disableScroll: false,
      enableKeyboard: false,
      fadeSpeed: isStill() ? 1 : 300,
      fileExt: false,
      focus: false,
      // The address belongs to the router.
      history: false,
      htmlClass: styles.open ?? '',
      navText: [icon('chevron-left'), icon('chevron-right')],
      overlayOpacity: 1,
      preloading: false,
      uniqueImages: false,
    });
    this.items = items;
    this.links = links;
    nameControls(this.domNodes, label, items.length);
    this.on('closed.simplelightbox', () => {
      onClosed();
      // Told in the middle of closing, when there is nothing to fade.
      queueMicrotask(() => this.destroy());
    });
  }

  openAt(index: number): void {
    const link = this.links[index];
    if (!link) return;
    this.open(link);
    this.releaseFocus = trapFocus(this.domNodes.wrapper, this.domNodes.closeButton, this.onKey);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (event.key !== 'Escape' && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) this.close();
    else if (this.items.length > 1 && !this.isAnimating) this.loadImage(step);
  };

  /** Called by simplelightbox to show the current item, and again whenever the window changes its size. */
  override adjustImage(direction?: 1 | -1): void {
    const item = this.items[this.currentImageIndex];
    if (!item || (this.panel && direction === undefined)) return;
    this.asking.abort();
    this.asking = new AbortController();
    this.turn += 1;
    void this.reveal(item, direction, this.turn);
  }

  private async reveal(item: LightboxItem, direction: 1 | -1 | undefined, turn: number) {
    this.panel?.remove();
    this.panel = undefined;
    const { kind, address, caption } = item;
    const shown =
      kind === 'image'
        ? await loadPicture(address)
        : await loadContent(address, this.asking.signal);
    if (turn !== this.turn || !this.currentImage) return;
    if (shown === undefined) {
      this.currentImage.alt = caption;
      this.domNodes.image.dataset.background = item.background ?? '';
      super.adjustImage(direction);
    } else this.showPanel(shown);
    for (const index of preloadIndexes(this.currentImageIndex, this.items.length)) {
      const ahead = this.items[index];
      if (ahead?.kind === 'image' && ahead.address !== '') new Image().src = ahead.address;
    }
  }

  /** Shows a page, or a sentence, where a picture would be. */
  private showPanel(content: Node | string): void {
    const { image, spinner } = this.domNodes;
    const panel = document.createElement('div');
    panel.className = styles.panel ?? '';
    panel.tabIndex = 0;
    if (typeof content === 'string') panel.setAttribute('role', 'alert');
    panel.append(content);
    if (this.currentImage) this.currentImage.style.display = 'none';
    image.setAttribute('style', '');
    image.append(panel);
    spinner.style.display = 'none';
    this.panel = panel;
    this.isAnimating = false;
    this.isOpen = true;
    this.fadeIn(image, this.options.fadeSpeed, undefined, 'grid');
  }

  override close(): boolean | undefined {
    if (!this.releaseFocus) return false;
    this.releaseFocus();
    this.releaseFocus = undefined;
    this.turn += 1;
    this.asking.abort();
    // simplelightbox would not close while something is still on its way.
    this.isOpen = true;
    this.isAnimating = false;
    const closing = super.close();
    // A picture that arrives now still finds something to be drawn on.
    this.currentImage = document.createElement('img');
    return closing;
  }
}

function nameControls(nodes: SimpleLightbox['domNodes'], label: string, count: number): void {
  const { wrapper, closeButton, navigation, spinner, counter } = nodes;
  wrapper.removeAttribute('aria-hidden');
  wrapper.setAttribute('aria-modal', 'true');
  wrapper.setAttribute('aria-label', label);
  wrapper.toggleAttribute('data-single', count === 1);
  const [previous, next] = navigation.querySelectorAll('button');
  const names = [
    [closeButton, messages.lightboxClose],
    [previous, messages.lightboxPrevious],
    [next, messages.lightboxNext],
  ] as const;
  for (const [button, name] of names) {
    if (!button) continue;
    button.type = 'button';
    button.title = name;
    button.setAttribute('aria-label', name);
  }
  spinner.setAttribute('role', 'status');
  spinner.textContent = messages.lightboxLoading;
  counter.setAttribute('aria-live', 'polite');
  counter.replaceChildren(
    ...counterParts(messages.lightboxCounter).map((part) => {
      if (typeof part === 'object') return part.text;
      const number = document.createElement('span');
      number.className = part === 'curr' ? 'sl-current' : 'sl-total';
      return number;
    }),
  );
}
