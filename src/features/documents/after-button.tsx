import { texts } from '#language';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fill } from '#src/language/format.ts';
import { documentLabel } from './document-texts.ts';

/** Tells screen readers to which document a button belongs. */
export const AfterButton = ({ documentType }: { documentType: DocumentType }) => (
  <VisuallyHidden>
    {fill(texts().documents.afterButton, { label: documentLabel(documentType) })}
  </VisuallyHidden>
);
