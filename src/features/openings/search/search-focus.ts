import { openPopover } from '#src/components/popover/popover.ts';

/**
 * Returns a function that sets the focus after new results were rendered, and opens the popovers of filters again that
 * are open now. @param before the element that had the focus when the search began
 */
export function focusToKeep(before: Element | null, focus?: string): () => void {
  const open = openChoices();
  const stays = focus === undefined || hasMovedFrom(before);
  const selector = stays ? focusedNow(before) : selectorOf(focus);
  return () => {
    openAgain(open);
    if (selector !== undefined) focusResults(selector);
  };
}

/** The open popovers of the filters, from the outer to the inner one. */
const openChoices = () =>
  [...document.querySelectorAll(`#openings ${openPopover}`)].map(({ id, scrollTop }) => ({
    id,
    scrollTop,
  }));

/** Opens the popovers of the new results that were open before, so that the visitor can choose another filter there. */
function openAgain(choices: ReturnType<typeof openChoices>): void {
  for (const { id, scrollTop } of choices) {
    const popover = document.getElementById(id);
    // The button gets the focus first, because a popover returns it to the element that had it before.
    document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus({ preventScroll: true });
    if (!popover?.matches(openPopover)) popover?.showPopover();
    popover?.scrollTo({ top: scrollTop, behavior: 'instant' });
  }
}

const isShown = ({ offsetParent }: HTMLElement) => offsetParent !== null;

const summarySelector = '[data-summary]';

const selectorOf = (focus: string): string =>
  focus === 'summary' ? summarySelector : `[data-choice="${CSS.escape(focus)}"]`;

/** Whether the visitor has moved the focus during the search, for example back into the field, where it then stays. */
const hasMovedFrom = (before: Element | null): boolean =>
  document.activeElement !== before && document.activeElement !== document.body;

/** The selector of the focused filter, or of the focused button of a popover, because new results replace both. */
function focusedNow(before: Element | null): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('#openings nav :is(a, button)');
  if (focused) {
    const { choice } = focused.dataset;
    return choice
      ? selectorOf(choice)
      : `[popovertarget="${focused.getAttribute('popovertarget')}"]`;
  }
  // The list is inert during a search, so a row that had the focus has lost it.
  const hasLostIt = before?.closest('#openings') && document.activeElement === document.body;
  return hasLostIt ? summarySelector : undefined;
}

/** Moves the focus to the new filter with this selector, or to the button of its popover, or else to the summary. */
function focusResults(selector: string): void {
  const section = document.getElementById('openings');
  const summary = section?.querySelector<HTMLElement>(summarySelector);
  if (!summary) return;
  const links = section?.querySelectorAll<HTMLElement>(selector);
  const link = [...(links ?? [])].findLast(isShown) ?? links?.[0];
  const sheet = link?.closest('[popover]')?.id;
  const opener = sheet && section?.querySelector<HTMLElement>(`[popovertarget="${sheet}"]`);
  const target = [link, opener].find((element) => element && isShown(element));
  (target || summary).focus({ preventScroll: true });
  const { top, bottom } = summary.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) summary.scrollIntoView();
}
