import { useRef, useState } from 'react';
import { texts } from '#language';
import { localDay } from '#src/browser/local-day.ts';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Button } from '#src/components/button/button.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { dateText, fill } from '#src/language/format.ts';
import { AfterButton } from '../after-button.tsx';
import { documentLabel } from '../document-texts.ts';
import { drawNote } from './draw-note.ts';
import styles from './photos.module.css';
import { canMakePictures } from './read-picture.ts';

/** Makes a note with name, day and a sentence in place of a document that the applicant does not have. */
export function NoteDocument({
  documentType,
  applicant = enteredName(),
  file,
  onMake,
}: {
  documentType: DocumentType;
  /** The applicant's name, if the page may show it. The default is the name entered in the form on the page. */
  applicant: string | undefined;
  file: File | undefined;
  onMake: (file: File) => void;
}) {
  const text = texts().documents;
  const label = documentLabel(documentType);
  const [error, setError] = useState<string>();
  const [made, setMade] = useState<File>();
  const name = useRef<HTMLInputElement>(null);
  const sentence = useRef<HTMLTextAreaElement>(null);
  const [canMake] = useState(canMakePictures);
  if (!useHydrated() || !canMake) return null;

  async function make() {
    const signed = name.current?.value.trim();
    setError(signed ? undefined : texts().form.messages.required);
    if (!signed) return name.current?.focus();
    const pdf = await drawNote([signed, dateText(localDay()), sentence.current?.value ?? '']);
    const note = new File([pdf], `${label}.pdf`, { type: pdf.type });
    setMade(note);
    onMake(note);
  }

  return (
    <div className={styles.note}>
      <TextField
        ref={name}
        name={`${documentType}-note-name`}
        label={text.noteName}
        defaultValue={applicant}
        maxLength={200}
        error={error}
        onKeyDown={(event) => {
          // Without this, Enter would submit the documents form.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void make();
        }}
      />
      <TextAreaField
        ref={sentence}
        name={`${documentType}-note`}
        label={text.noteSentence}
        defaultValue={fill(text.noteDefault, { label })}
        maxLength={500}
        rows={2}
      />
      <Button variant="secondary" onClick={make}>
        <span>{text.makeNote}</span>
        <AfterButton documentType={documentType} />
      </Button>
      <p role="status" className="note">
        {made && file === made ? text.noteMade : null}
      </p>
    </div>
  );
}

/** The name can be read from the application form, because the form stays on the page after acceptance. */
function enteredName(): string {
  if (typeof document === 'undefined') return '';
  const value = (name: string) =>
    document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  return `${value('firstname')} ${value('lastname')}`.trim();
}
