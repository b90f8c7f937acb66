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

/** The values of the named controls as the page shows them; '' where there is no such control. */
export function readControls(form: HTMLFormElement, names: readonly string[]): ControlValues {
  return Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? '']));
}

/**
 * Sets the controls to `values`. Names without a visible control are skipped. The controls are uncontrolled in React's
 * sense: it would write each value into the default value too, and after Back Chromium restores only what differs.
 */
export function fillControls(form: HTMLFormElement, values: ControlValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (control && control.type !== 'hidden') control.value = value;
  }
}
