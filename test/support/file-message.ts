import type { DocumentType } from '#src/domain/model/document-types.ts';
import { type CheckedDocument, checkDocument } from '#src/domain/rules/documents/file-content.ts';
import type { FileEnds } from '#src/domain/rules/documents/file-ends.ts';
import { invalidDocumentMessage } from '#src/language/invalid-document.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { en } from '#src/texts/en.ts';
import { endsOf } from './office-files.ts';

/** Checks a document of this name and content. */
export const checkBytes = (type: DocumentType, name: string, content: Uint8Array) =>
  checkDocument(type, { name, size: content.length, readEnds: () => endsOf(content) });

export const checkEnds = (type: DocumentType, name: string, ends: FileEnds) =>
  checkDocument(type, { name, size: undefined, readEnds: async () => ends });

/** What a person reads about a file. It is empty if the file is valid. */
export const fileMessage = (
  checked: CheckedDocument,
  filename: string | undefined,
  texts: Texts = en,
): string => (checked.kind === 'valid' ? '' : invalidDocumentMessage(checked, texts, filename));
