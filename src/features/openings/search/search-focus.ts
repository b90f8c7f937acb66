import { openPopover } from '#src/components/popover/popover.ts';

/**
 * Returns a function that gives the focus to what is to have it among new results, and opens the choices that are open now.
 * @param before what had the focus when the search began
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

/** The choices that are open (popovers of the filters), from the outer to the inner one. */
const openChoices = () =>
  [...document.querySelectorAll(`#openings ${openPopover}`)].map(({ id, scrollTop }) => ({
    id,
    scrollTop,
  }));

/** The choices are new elements: another choice can be made in the sheet that was open. */
function openAgain(choices: ReturnType<typeof openChoices>): void {
  for (const { id, scrollTop } of choices) {
    const popover = document.getElementById(id);
    // A popover gives the focus back to the element that had it when it opened.
    document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus({ preventScroll: true });
    if (!popover?.matches(openPopover)) popover?.showPopover();
    popover?.scrollTo({ top: scrollTop, behavior: 'instant' });
  }
}

const isShown = ({ offsetParent }: HTMLElement) => offsetParent !== null;

const summarySelector = '[data-summary]';

const selectorOf = (focus: string): string =>
  focus === 'summary' ? summarySelector : `[data-choice="${CSS.escape(focus)}"]`;

/** Whether the visitor has moved the focus during a search, for example back into the field: then it stays there. */
const hasMovedFrom = (before: Element | null): boolean =>
  document.activeElement !== before && document.activeElement !== document.body;

/** The selector of the filter, or of the button of a sheet of filters, that has the focus: the results replace it. */
function focusedNow(before: Element | null): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('#openings nav :is(a, button)');
  if (focused) {
    const { choice } = focused.dataset;
    return choice
      ? selectorOf(choice)
      : `[popovertarget="${focused.getAttribute('popovertarget')}"]`;
  }
  // The list is inert during a search: a row that had the focus has lost it.
  const hasLostIt = before?.closest('#openings') && document.activeElement === document.body;
  return hasLostIt ? summarySelector : undefined;
}

/** The focus moves to the selected link or button among the new filters, the button of its sheet, or the summary. */
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
