'use client';

import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { FieldProps } from '../field/field-frame.tsx';
import { TextAreaField } from '../field/text-area-field.tsx';
import { loadOnce } from '../near/load-once.ts';
import { useNearModule } from '../near/use-near-module.ts';
import type { EditorHandle } from './editor-handle.ts';
import { htmlToPlainText } from './plain-text.ts';
import type { RunningEditor } from './start-editor.ts';
import { whenQuiet } from './when-quiet.ts';

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
  const format = useRef<HTMLInputElement>(null);
  const module = useNearModule(box, loadEditor);
  const [started, setStarted] = useState(false);

  useEffect(() => {
    const area = textarea.current;
    if (!module || !area || disabled) return;
    let running: RunningEditor | undefined;
    const cancel = whenQuiet(area, () => {
      const isText = format.current?.value !== 'html';
      running = module.startEditor(area, { height, placeholder, isText, disabled: false });
      editor.current = running;
      if (format.current) format.current.value = 'html';
      setStarted(true);
    });
    return cancel;
    // What is written must not be rebuilt because a prop got another identity.
  }, [module, disabled, height, placeholder]);

  useEffect(() => () => editor.current?.stop(), []);
  useEffect(() => editor.current?.setDisabled(disabled), [disabled]);
  useEffect(() => editor.current?.describe());

  useImperativeHandle(
    ref,
    () => ({
      setValue(value, kind) {
        const area = textarea.current;
        if (!area || !format.current) return;
        if (editor.current) editor.current.setHtml(value);
        // Without the editor, HTML is shown as the text it stands for, and is text from then on.
        else area.value = kind === 'html' ? htmlToPlainText(value) : value;
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
      <input ref={format} type="hidden" name={formatName} defaultValue={defaultFormat} />
    </div>
  );
}
