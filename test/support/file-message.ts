import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fillPlaceholders } from '#src/domain/model/messages.ts';
import { type ContentCheck, fileProblemMessage } from '#src/domain/rules/documents/file-content.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { en } from '#src/texts/en.ts';

/** What a person reads about a file. It is empty if the file is valid. */
export const fileMessage = (
  content: ContentCheck,
  type: DocumentType,
  filename: string | undefined,
  { documents, files }: Pick<Texts, 'documents' | 'files'> = en,
): string =>
  content.kind === 'valid'
    ? ''
    : fileProblemMessage(content.problem, files, {
        message: fillPlaceholders(documents.messages.invalidFileType, { field: type }),
        filename,
      });
