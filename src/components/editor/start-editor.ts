import { joditOptions } from './jodit-options.ts';
import { Jodit } from './jodit-parts.ts';
import { textToHtml } from './plain-text.ts';

export interface RunningEditor {
  setHtml(html: string): void;
  setDisabled(disabled: boolean): void;
  /** Repeats what the text area says of itself to assistive technology: its hint, its error. */
  describe(): void;
  stop(): void;
}

/**
 * Turns a text area into the editor, in one go, so that no keystroke falls between: what it holds becomes
 * paragraphs (`isText`) or is taken as the HTML it is, and the cursor stays where it was. The text area stays
 * in the form under its name; a form that is read gets the HTML, and 'html' as `formatName`. Each change is an
 * `input` event of the text area.
 */
export function startEditor(
  textarea: HTMLTextAreaElement,
  options: { height: number; placeholder: string; isText: boolean; formatName: string },
): RunningEditor {
  const focused = document.activeElement === textarea;
  const before = textarea.value.slice(0, textarea.selectionStart).replace(/\s+/g, '').length;
  if (options.isText) textarea.value = textToHtml(textarea.value);

  const { id } = textarea;
  const label = document.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(id)}"]`);
  const jodit = Jodit.make(textarea, joditOptions(options) as object);
  const area = jodit.editor;
  // Links to the field and the label's own `for` lead to what people now write in.
  textarea.id = `${id}-source`;
  area.id = id;
  if (label) label.id ||= `${id}-label`;
  area.setAttribute('role', 'textbox');
  area.setAttribute('aria-multiline', 'true');
  area.setAttribute('aria-labelledby', label?.id ?? '');
  jodit.container.setAttribute('role', 'presentation');
  const toArea = () => area.focus();
  label?.addEventListener('click', toArea);

  const describe = () => {
    for (const name of ['aria-describedby', 'aria-invalid']) {
      const value = textarea.getAttribute(name);
      if (value === null) area.removeAttribute(name);
      else area.setAttribute(name, value);
    }
    jodit.container.toggleAttribute('data-invalid', textarea.hasAttribute('aria-invalid'));
  };
  const tell = (type: string) => textarea.dispatchEvent(new Event(type, { bubbles: true }));
  // A change of the editor, by key or by toolbar, is an input of the field: at once, whatever Jodit waits for.
  area.addEventListener('input', () => tell('input'));
  jodit.e.on('change', () => tell('input'));
  // Jodit reports a change a moment later than it happens; a form that is read meanwhile gets it whole.
  const fill = ({ formData }: FormDataEvent) => {
    if (!formData.has(textarea.name)) return;
    formData.set(textarea.name, jodit.value);
    formData.set(options.formatName, 'html');
  };
  textarea.form?.addEventListener('formdata', fill);
  // Going to the toolbar is no leaving. The text area, out of sight, speaks for the whole field.
  jodit.container.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && jodit.container.contains(relatedTarget)))
      tell('focusout');
  });
  describe();
  if (focused) {
    area.focus();
    placeCursor(area, before);
  }
  return {
    setHtml(html) {
      jodit.value = html;
    },
    setDisabled: (disabled) => jodit.setDisabled(disabled),
    describe,
    stop() {
      label?.removeEventListener('click', toArea);
      textarea.form?.removeEventListener('formdata', fill);
      jodit.destruct();
      textarea.id = id;
    },
  };
}

/** Puts the cursor after as many visible characters as stood before it in the text area. */
function placeCursor(area: HTMLElement, characters: number): void {
  const texts = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  let left = characters;
  let at: [Node, number] = [area, area.childNodes.length];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    at = [node, text.length];
    let offset = 0;
    while (left > 0 && offset < text.length) {
      if (/\S/.test(text.charAt(offset))) left -= 1;
      offset += 1;
    }
    if (left === 0 && characters > 0) {
      // At the end of what was written, stay after a blank just typed.
      if (offset < text.length && texts.nextNode() === null && /^\s*$/.test(text.slice(offset)))
        offset = text.length;
      at = [node, offset];
      break;
    }
  }
  document.getSelection()?.collapse(...at);
}
