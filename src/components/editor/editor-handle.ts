/** What a form may ask of the editor. */
export interface EditorHandle {
  /** Replaces what is written: 'html' as the editor itself wrote it, anything else as plain text. */
  setValue(value: string, format: string | undefined): void;
}
