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

/** The form's values as the site rendered them, whatever was entered since: what a reset would show. */
export function defaultFormData(form: HTMLFormElement): FormData {
  const data = new FormData();
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement) {
      const options = [...control.options];
      const chosen = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
      data.append(control.name, chosen?.value ?? '');
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      data.append(control.name, control.defaultValue);
  }
  return data;
}

/**
 * Sets the controls to `values` and dispatches the events of typing, so that dependent fields follow.
 * Names without a visible control are skipped.
 */
export function fillControls(form: HTMLFormElement, values: ControlValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (!control || control.type === 'hidden' || control.value === value) continue;
    control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Whether the form already shows `values`, as after the browser restored them. */
export function controlsShow(form: HTMLFormElement, values: ControlValues): boolean {
  return Object.entries(values).every(([name, value]) => {
    const control = controlOf(form, name);
    return !control || control.type === 'hidden' || control.value === value;
  });
}
