import type { KeyboardEvent } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type ControlValues = Readonly<Record<string, string>>;

function controlOf(form: HTMLFormElement, name: string): Control | undefined {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ||
    found instanceof HTMLSelectElement ||
    found instanceof HTMLTextAreaElement
    ? found
    : undefined;
}

/** Returns the values of the named controls as the page shows them; '' for a name without a control. */
export function readControls(form: HTMLFormElement, names: readonly string[]): ControlValues {
  return Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? '']));
}

/**
 * Sets the controls to `values` and skips names without a visible control. The controls are uncontrolled in React's sense:
 * React would write each value into the default value too, and after Back Chromium restores only values that differ from
 * it.
 */
export function fillControls(form: HTMLFormElement, values: ControlValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (control && control.type !== 'hidden') control.value = value;
  }
}

/**
 * On a touch screen the key 'next' of a field with `enterKeyHint="next"` moves the focus to the next field. Android does so
 * by itself; on other devices the key is Enter, which would submit the form.
 */
export function focusNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return;
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  const controls = [...currentTarget.elements];
  const next = controls[controls.indexOf(target) + 1];
  if (next instanceof HTMLElement) next.focus();
}
