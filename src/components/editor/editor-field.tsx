import type { IJodit } from 'jodit/esm/types/jodit.js';
import JoditEditor from 'jodit-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { texts } from '#language';
import { useWindowEvent } from '#src/browser/page-events.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { fill, formatNumber } from '#src/language/format.ts';
import { handleFullscreen } from './fullscreen.ts';
import { joditOptions } from './jodit-options.ts';
import { Jodit } from './jodit-parts.ts';
import { handlePaste } from './paste.ts';
import type { CaretPath } from './plain-text.ts';

/** Each `FormData` of the form has the editor's current HTML. Each change sends `input` from the hidden text area. */
export function EditorField({
  id,
  name,
  html,
  caret,
  placeholder,
  disabled,
  describedBy,
  invalid,
  setHtml,
  onRefuse,
}: {
  id: string;
  name: string;
  /** The content of the text area when the editor replaces it. */
  html: string;
  /** The position of the caret in the text area; undefined if the text area did not have the focus. */
  caret: CaretPath | undefined;
  placeholder: string;
  disabled: boolean;
  describedBy: string | undefined;
  invalid: boolean;
  setHtml: RefObject<((html: string) => void) | undefined>;
  onRefuse: (reason: string) => void;
}) {
  const jodit = useRef<IJodit>(null);
  // jodit-react starts a new editor for each new config object.
  const [config] = useState(() => joditOptions(placeholder));

  const refusePaste = useEffectEvent(() => {
    // The editor leaves fullscreen first, because nothing outside it is seen or announced there.
    const editor = jodit.current;
    if (editor instanceof Jodit && editor.isFullSize) editor.toggleFullSize(false);
    const count = formatNumber(maxLength.cover_letter);
    onRefuse(fill(texts().editor.pasteTooLong, { count }));
  });

  // This effect runs after jodit-react's own effect, in which the editor starts.
  useEffect(() => {
    const editor = jodit.current;
    const textarea = editor?.element;
    if (!editor || !(textarea instanceof HTMLTextAreaElement)) return;
    const { editor: area, container } = editor;
    const { form } = textarea;
    const label = document.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(id)}"]`);
    if (label) label.id ||= `${id}-label`;
    area.setAttribute('role', 'textbox');
    area.setAttribute('aria-multiline', 'true');
    area.dir = 'auto';
    area.setAttribute('aria-labelledby', label?.id ?? '');
    container.setAttribute('role', 'presentation');

    // A label does not focus an element that is not a form control.
    const focusArea = () => area.focus();
    const dispatch = (type: string) => textarea.dispatchEvent(new Event(type, { bubbles: true }));
    const onInput = () => dispatch('input');
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // If the focus moves to the toolbar, it stays in the field, so this is no blur.
      if (!(relatedTarget instanceof Node && container.contains(relatedTarget)))
        dispatch('focusout');
    };
    const onFormData = ({ formData }: FormDataEvent) => {
      if (formData.has(name)) formData.set(name, editor.value);
    };
    const stop = new AbortController();
    label?.addEventListener('click', focusArea, stop);
    area.addEventListener('input', onInput, stop);
    editor.e.on('change', onInput);
    container.addEventListener('focusout', onFocusOut, stop);
    form?.addEventListener('formdata', onFormData, stop);
    const stopPasting = handlePaste(area, {
      onChange: () => editor.synchronizeValues(),
      onRefuse: refusePaste,
    });
    const stopFullscreen = editor instanceof Jodit ? handleFullscreen(editor) : undefined;
    setHtml.current = (value) => {
      editor.e.off('change', onInput);
      editor.value = value;
      editor.e.on('change', onInput);
    };
    if (caret !== undefined) {
      area.focus();
      placeCaret(area, caret);
    }
    return () => {
      stop.abort();
      editor.e.off('change', onInput);
      stopPasting();
      stopFullscreen?.();
      setHtml.current = undefined;
    };
  }, [id, name, caret, setHtml]);

  // Jodit writes to the text area with a delay, but the browser stores its text when the visitor leaves the page.
  useWindowEvent('pagehide', () => {
    const textarea = jodit.current?.element;
    if (textarea instanceof HTMLTextAreaElement && jodit.current)
      textarea.value = jodit.current.value;
  });

  useEffect(() => {
    const area = jodit.current?.editor;
    if (!area) return;
    // The label and the links of the error summary lead to the writing area, not to the hidden text area.
    area.id = id;
    setAttribute(area, 'aria-describedby', describedBy);
    setAttribute(area, 'aria-invalid', invalid ? 'true' : undefined);
    jodit.current?.container.toggleAttribute('data-invalid', invalid);
  }, [id, describedBy, invalid]);

  useEffect(() => {
    if (jodit.current instanceof Jodit) jodit.current.setDisabled(disabled);
  }, [disabled]);

  return (
    <JoditEditor
      ref={jodit}
      JoditConstructor={Jodit}
      config={config}
      id={`${id}-source`}
      name={name}
      value={html}
    />
  );
}

function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function placeCaret(area: HTMLElement, caret: CaretPath): void {
  const indexes = caret.slice(0, -1);
  const node = indexes.reduce<Node>((parent, index) => parent.childNodes[index] ?? parent, area);
  const length = node instanceof Text ? node.length : node.childNodes.length;
  document.getSelection()?.collapse(node, Math.min(caret.at(-1) ?? length, length));
}
