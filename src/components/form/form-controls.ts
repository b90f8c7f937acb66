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
 * Returns the values that the visitor entered. It omits hidden fields, those of the captcha, whose token is for one
 * use, and the honeypot, which a browser extension may have filled.
 */
export const readEntered = (form: HTMLFormElement): ControlValues =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => {
      const control = controlOf(form, name);
      const isEntered = control && control.type !== 'hidden' && !control.closest('[data-provider]');
      return isEntered && name !== spamCheckFields.honeypot ? [[name, String(value)]] : [];
    }),
  );

/** Empties the fields without an event, because no visitor has entered anything. */
export function emptyControls(form: HTMLFormElement): void {
  const names = Object.keys(readEntered(form));
  fillControls(form, Object.fromEntries(names.map((name) => [name, ''])));
}

const offers = (control: Control, value: string): boolean =>
  !(control instanceof HTMLSelectElement) ||
  [...control.options].some((option) => option.value === value);

/**
 * Inputs are not controlled by React, which would write each value into the default value too: after Back Chromium
 * restores only values that differ from the default.
 */
export function fillControls(form: HTMLFormElement, values: ControlValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (control && control.type !== 'hidden' && offers(control, value)) control.value = value;
  }
}

/** The touch key 'next' moves the focus. Android does this itself; elsewhere it is Enter, which would submit. */
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
