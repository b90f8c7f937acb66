import type { KeyboardEvent } from 'react';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type ControlValues = Readonly<Record<string, string>>;

function controlOf(form: HTMLFormElement, name: string): Control | undefined {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
    ? control
    : undefined;
}

/** A name without a control has the value ''. */
export function readControls(form: HTMLFormElement, names: readonly string[]): ControlValues {
  return Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? '']));
}

/**
 * Returns what the visitor entered: no hidden fields, not those of the captcha, whose token is for one use, and not the
 * honeypot, which an extension of the browser may have filled.
 */
export const readEntered = (form: HTMLFormElement): ControlValues =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => {
      const control = controlOf(form, name);
      const isEntered = control && control.type !== 'hidden' && !control.closest('[data-provider]');
      return isEntered && name !== spamCheckFields.honeypot ? [[name, String(value)]] : [];
    }),
  );

/** Empties what the visitor entered. Sends no event: nobody has entered anything. */
export function emptyControls(form: HTMLFormElement): void {
  const names = Object.keys(readEntered(form));
  fillControls(form, Object.fromEntries(names.map((name) => [name, ''])));
}

const offers = (control: Control, value: string): boolean =>
  !(control instanceof HTMLSelectElement) ||
  [...control.options].some((option) => option.value === value);

/**
 * React's controlled inputs would write each value into the default value too, and after Back Chromium restores only
 * values that differ from it.
 */
export function fillControls(form: HTMLFormElement, values: ControlValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (control && control.type !== 'hidden' && offers(control, value)) control.value = value;
  }
}

/** Android's key 'next' moves the focus by itself; on other touch screens it is Enter, which would submit the form. */
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
