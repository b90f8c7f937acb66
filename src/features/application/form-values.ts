import type { FormValues } from './read-form.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlOf = (form: HTMLFormElement, name: string): Control | undefined => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ||
    found instanceof HTMLSelectElement ||
    found instanceof HTMLTextAreaElement
    ? found
    : undefined;
};

/**
 * Puts values into the form's controls, then tells each as if a person had typed, so that what depends on it
 * (the grades of an education, the staff name) follows. Names without a control are left out.
 */
export function fillForm(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (!control || control.type === 'hidden' || control.value === value) continue;
    control.value = value;
    control.dispatchEvent(
      new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
}

/** Whether the form already shows these values, as when the browser itself restored them. */
export function formShows(form: HTMLFormElement, values: FormValues): boolean {
  return Object.entries(values).every(([name, value]) => {
    const control = controlOf(form, name);
    return !control || control.type === 'hidden' || control.value === value;
  });
}
