'use client';

import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { FieldProps } from '../form/field-frame.tsx';
import { TextAreaField } from '../form/text-area-field.tsx';
import { loadOnce } from '../lazy/load-once.ts';
import { useLoadWhenVisible } from '../lazy/use-load-when-visible.ts';
import type { EditorHandle } from './editor-handle.ts';
import { htmlToPlainText, textToHtml } from './plain-text.ts';
import type { RunningEditor } from './start-editor.ts';
import { whenIdle } from './when-idle.ts';

type EditorModule = typeof import('./start-editor.ts');
const loadEditor = loadOnce(() => import('./start-editor.ts'));

/**
 * A letter field: a plain text area in the page's HTML and without JavaScript, the editor of section 9 once
 * it comes near or is used. Its value is one HTML string, or the plain text that was typed into the text
 * area; the hidden field `formatName` tells which ('html', 'text').
 */
export function RichTextEditor({
  ref,
  formatName,
  defaultValue,
  defaultFormat,
  disabled = false,
  height = 150,
  placeholder = '',
  ...field
}: FieldProps & {
  ref?: RefObject<EditorHandle | null>;
  formatName: string;
  defaultValue?: string | undefined;
  defaultFormat: 'html' | 'text';
  disabled?: boolean;
  /** CSS pixels of the writing area (section 9). */
  height?: number;
  placeholder?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<RunningEditor>(undefined);
  const near = useLoadWhenVisible(box, loadEditor);
  const [asked, setAsked] = useState<EditorModule>();
  const module = near ?? asked;
  /** HTML that was set before the editor was there, with the plain text that stands for it meanwhile. */
  const waiting = useRef<{ readonly html: string; readonly text: string } | undefined>(
    defaultFormat === 'html' && defaultValue
      ? { html: defaultValue, text: defaultValue }
      : undefined,
  );
  const [started, setStarted] = useState(false);

  useEffect(() => {
    const area = textarea.current;
    if (!module || !area || disabled || editor.current) return;
    return whenIdle(area, () => {
      const unchanged = waiting.current?.text === area.value ? waiting.current : undefined;
      if (unchanged) area.value = unchanged.html;
      editor.current = module.startEditor(area, {
        height,
        placeholder,
        formatName,
        isText: !unchanged,
      });
      setStarted(true);
    });
  }, [module, disabled, height, placeholder, formatName]);

  useEffect(() => () => editor.current?.stop(), []);
  useEffect(() => editor.current?.setDisabled(disabled), [disabled]);
  useEffect(() => editor.current?.describe());

  useImperativeHandle(
    ref,
    () => ({
      setValue(value, kind) {
        const area = textarea.current;
        if (!area) return;
        if (editor.current) editor.current.setHtml(kind === 'html' ? value : textToHtml(value));
        else if (kind === 'html') {
          area.value = htmlToPlainText(value);
          waiting.current = { html: value, text: area.value };
          loadEditor().then(
            (loaded) => setAsked(loaded),
            () => undefined,
          );
        } else area.value = value;
        area.dispatchEvent(new Event('input', { bubbles: true }));
      },
    }),
    [],
  );

  return (
    <div ref={box} data-editor={started ? 'rich' : 'plain'}>
      <TextAreaField
        {...field}
        ref={textarea}
        defaultValue={defaultValue}
        placeholder={placeholder}
        disabled={disabled}
        style={{ minBlockSize: height }}
      />
      <input type="hidden" name={formatName} value={defaultFormat} readOnly />
    </div>
  );
}
