'use client';

import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isHtmlFragment, textToHtml } from '#src/html/text-to-html.ts';
import fieldStyles from '../form/field.module.css';
import { controlAttributes, FieldFrame, type FieldProps } from '../form/field-frame.tsx';
import { loadOnce, useLoadWhenVisible } from '../lazy/load-when-visible.ts';
import { loadWithTexts } from '../lazy/load-with-texts.ts';
import {
  type CaretPath,
  caretInHtml,
  htmlToPlainText,
  maxEditorSize,
  textToHtmlWithCaret,
} from './plain-text.ts';
import styles from './rich-text-editor.module.css';

type EditorModule = typeof import('./editor-field.tsx');
const loadEditor = loadOnce(() => loadWithTexts('editor', () => import('./editor-field.tsx')));

/** The editor replaces the text area once no key was pressed for this time, in milliseconds. */
const idleMs = 500;

export interface EditorHandle {
  /** Sets the value without an input event. The format is 'html' if the editor wrote it; any other means plain text. */
  setValue(value: string, format: string | undefined): void;
}

interface RichTextEditorProps extends FieldProps {
  ref?: RefObject<EditorHandle | null>;
  formatName: string;
  defaultValue?: string | undefined;
  defaultFormat: 'html' | 'text';
  disabled: boolean;
  /** The height of the writing area, in CSS pixels (section 9). */
  height: number;
  placeholder: string;
  /** The message after a pasted picture, which the field does not accept. */
  pictureLost: string;
}

/**
 * Renders the field for a letter: a text area in the HTML and without JavaScript, the editor of section 9 once the
 * field comes near the viewport or is used. Its value is the editor's HTML, or the plain text of the text area, as the
 * hidden field `formatName` states ('html', 'text').
 */
export function RichTextEditor({
  ref,
  formatName,
  defaultValue,
  defaultFormat,
  disabled,
  height,
  placeholder,
  pictureLost,
  ...field
}: RichTextEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const setHtml = useRef<(html: string) => void>(undefined);
  const visibleModule = useLoadWhenVisible(box, loadEditor);
  const [requestedModule, setRequestedModule] = useState<EditorModule>();
  const module = visibleModule ?? requestedModule;
  /** The HTML that was set before the editor started, and the plain text that the text area shows for it. */
  const initial = useRef(
    defaultFormat === 'html' && defaultValue
      ? { html: defaultValue, text: defaultValue }
      : undefined,
  );
  const [editor, setEditor] = useState<{
    readonly EditorField: EditorModule['EditorField'];
    readonly html: string;
    readonly caret: CaretPath | undefined;
  }>();
  const [started, setStarted] = useState(false);
  /** The message that says why content was not pasted. */
  const [refusal, setRefusal] = useState<string>();
  const onPaste = (data: DataTransfer) => setRefusal(hasPicture(data) ? pictureLost : undefined);

  useEffect(() => {
    const area = textarea.current;
    if (!module || !area || disabled) return;
    return whenIdle(area, () => {
      // The text area is read and the caret set in one task, so no key press is lost. The text area is removed last, so
      // that the focus moves within the field.
      area.addEventListener('focusout', (event) => event.stopPropagation());
      const focused = document.activeElement === area;
      // The field has editor and text area for a moment. With a fixed height, browsers do not scroll the page.
      const frame = box.current;
      if (frame) frame.style.blockSize = `${frame.getBoundingClientRect().height}px`;
      const { html, caret } = startOf(area, initial.current);
      // After a reload Firefox would restore the value of the removed text area, as if it were newer than the draft.
      area.value = '';
      const { EditorField } = module;
      flushSync(() => setEditor({ EditorField, html, caret: focused ? caret : undefined }));
      flushSync(() => setStarted(true));
      frame?.style.removeProperty('block-size');
    });
  }, [module, disabled]);

  useImperativeHandle(
    ref,
    () => ({
      setValue(value, format) {
        const area = textarea.current;
        if (setHtml.current) setHtml.current(format === 'html' ? value : textToHtml(value));
        else if (area && format === 'html') {
          area.value = htmlToPlainText(value);
          initial.current = { html: value, text: area.value };
          loadEditor().then(setRequestedModule, () => undefined);
        } else if (area) area.value = value;
      },
    }),
    [],
  );

  const attributes = controlAttributes(field);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers are for the control inside
    <div
      ref={box}
      className={styles.box}
      data-editor={started ? 'rich' : 'plain'}
      style={{ '--editor-height': `${height}px` } as CSSProperties}
      onKeyUp={showFocused}
      onPasteCapture={({ clipboardData }) => onPaste(clipboardData)}
      onDropCapture={({ dataTransfer }) => onPaste(dataTransfer)}
    >
      <FieldFrame {...field}>
        {started ? null : (
          <textarea
            ref={textarea}
            {...attributes}
            className={fieldStyles.control}
            defaultValue={defaultValue}
            placeholder={placeholder}
            disabled={disabled}
            dir="auto"
          />
        )}
        {editor ? (
          <editor.EditorField
            id={attributes.id}
            name={field.name}
            html={editor.html}
            caret={editor.caret}
            placeholder={placeholder}
            disabled={disabled}
            describedBy={attributes['aria-describedby']}
            invalid={attributes['aria-invalid'] === true}
            setHtml={setHtml}
            onRefuse={setRefusal}
          />
        ) : null}
      </FieldFrame>
      <div role="status">
        {refusal === undefined ? null : (
          <p className={`${fieldStyles.hint} ${styles.refusal}`}>{refusal}</p>
        )}
      </div>
      <input type="hidden" name={formatName} value={editor ? 'html' : defaultFormat} />
    </div>
  );
}

/** Returns the text area's content as HTML (`initial`, unless its text was changed) and the caret's position in it. */
function startOf(
  { value, selectionStart }: HTMLTextAreaElement,
  initial: { readonly html: string; readonly text: string } | undefined,
) {
  if (initial?.text === value) {
    const { html } = initial;
    return { html, caret: caretInHtml(html, value.slice(0, selectionStart)) };
  }
  // After Back the browser shows the editor's HTML in the text area.
  if (isHtmlFragment(value)) return { html: value, caret: caretInHtml(value, '') };
  return textToHtmlWithCaret(value, selectionStart);
}

/** Office programs add a picture of the copied text to its HTML, so content with HTML does not count as a picture. */
function hasPicture(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  return html
    ? /<img\b/i.test(html)
    : [...data.files].some(({ type }) => type.startsWith('image/'));
}

/** Browsers scroll to the caret of an editor only, so the fixed header may cover the edge of its focus ring. */
function showFocused({ key, target }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Tab' && target instanceof HTMLElement) target.scrollIntoView({ block: 'nearest' });
}

/** Runs `work` when no key is pressed, no input method composes a character, and the text is not too long. */
function whenIdle(field: HTMLTextAreaElement, work: () => void): () => void {
  const events = ['input', 'keydown', 'compositionstart', 'compositionend'];
  let composing = false;
  let timer = 0;
  const cancel = () => {
    window.clearTimeout(timer);
    for (const type of events) field.removeEventListener(type, listen);
  };
  const attempt = () => {
    if (composing || field.value.length > maxEditorSize) return;
    cancel();
    work();
  };
  const listen = ({ type }: Event) => {
    if (type === 'compositionstart') composing = true;
    if (type === 'compositionend') composing = false;
    window.clearTimeout(timer);
    timer = window.setTimeout(attempt, idleMs);
  };
  for (const type of events) field.addEventListener(type, listen);
  timer = window.setTimeout(attempt, document.activeElement === field ? idleMs : 0);
  return cancel;
}
