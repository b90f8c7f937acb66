import { texts } from '#language';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { type CheckedDocument, checkDocument } from '#src/domain/rules/documents/file-content.ts';
import { endsOfBlob } from '#src/domain/rules/documents/file-ends.ts';
import { isEncrypted } from '#src/domain/rules/documents/file-formats.ts';
import { fill } from '#src/language/format.ts';
import { invalidDocumentMessage } from '#src/language/invalid-document.ts';
import { sizeNotice } from './document-texts.ts';

export interface FileCheck {
  /** `stopsUpload`: the type or size of a chosen file is wrong. */
  readonly error?: { readonly message: string; readonly stopsUpload: boolean };
  /** The file with another name, if the site corrects the extension to match the content. */
  readonly renamed?: File;
  /** A notice for the visitor about a file that is valid. */
  readonly notice?: string;
}

export async function checkFile(
  documentType: DocumentType,
  file: File | undefined,
  maxBytes: number,
): Promise<FileCheck> {
  const { name = '', size } = file ?? {};
  const readEnds = () => endsOfBlob(file ?? new Blob());
  let checked: CheckedDocument;
  try {
    checked = await checkDocument(documentType, { name, size, readEnds }, maxBytes);
  } catch {
    // The file was moved, deleted or changed since the visitor chose it, or is stored in the cloud and not on the device.
    const message = fill(texts().documents.unreadable, { name });
    return { error: { message, stopsUpload: false } };
  }
  if (checked.kind === 'invalid') {
    const message = invalidDocumentMessage(checked, texts(), name);
    return { error: { message, stopsUpload: file !== undefined } };
  }
  if (!file) return {};
  const encrypted = await readEnds().then(isEncrypted, () => false);
  const notices = [encrypted && texts().documents.encrypted, sizeNotice(file.size)];
  const notice = notices.filter(Boolean).join(' ');
  if (checked.filename === name) return { notice };
  const { type, lastModified } = file;
  return { notice, renamed: new File([file], checked.filename, { type, lastModified }) };
}
