import type { RefObject } from 'react';
import {
  type EditorHandle,
  RichTextEditor,
} from '#src/components/editor/rich-text-editor.client.tsx';
import { FieldGroup } from '#src/components/form/field-group.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { formNames } from '../form-names.ts';
import { labels } from '../labels.ts';
import type { SectionProps } from './section-props.ts';

export function LetterSection({
  values,
  errorOf,
  disabled,
  editor,
  height,
}: SectionProps & {
  readonly editor: RefObject<EditorHandle | null>;
  readonly height: number;
}) {
  return (
    <FieldGroup title="Your letter" disabled={disabled}>
      <RichTextEditor
        ref={editor}
        name="cover_letter"
        formatName={formNames.letterFormat}
        label={labels.cover_letter}
        hint="Why this job, and why you."
        placeholder={messages.coverLetterPlaceholder}
        defaultValue={values.cover_letter}
        defaultFormat={values[formNames.letterFormat] === 'html' ? 'html' : 'text'}
        error={errorOf('cover_letter')}
        disabled={disabled}
        height={height}
      />
    </FieldGroup>
  );
}
