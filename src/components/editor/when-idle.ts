/** How long nothing may be typed before the field may change under a person's hands, in milliseconds. */
const quietMs = 500;

/**
 * Runs `work` once nobody has typed into `field` for a moment and no input method is composing a character.
 * @returns a function that gives up waiting
 */
export function whenIdle(field: HTMLElement, work: () => void): () => void {
  let composing = false;
  let typed = document.activeElement === field;
  let timer = 0;
  const done = () => {
    window.clearTimeout(timer);
    for (const type of events) field.removeEventListener(type, listen);
  };
  const attempt = () => {
    if (composing) return;
    done();
    work();
  };
  const listen = (event: Event) => {
    if (event.type === 'compositionstart') composing = true;
    if (event.type === 'compositionend') composing = false;
    typed = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(attempt, quietMs);
  };
  const events = ['input', 'keydown', 'compositionstart', 'compositionend'];
  for (const type of events) field.addEventListener(type, listen);
  timer = window.setTimeout(attempt, typed ? quietMs : 0);
  return done;
}
