import { type DocumentType, documentTypes } from '../model/document-types.ts';
import type { Issue } from '../model/issues.ts';
import { limits } from '../model/limits.ts';

/** The types in the order they are sent. */
export const documentOrder: readonly DocumentType[] = documentTypes.map(({ type }) => type);

export function isDocumentType(name: string): name is DocumentType {
  return documentOrder.some((type) => type === name);
}

export const isComplete = (received: readonly DocumentType[]): boolean =>
  documentOrder.every((type) => received.includes(type));

/** The extension of a file name, in lower case and without the dot; empty if there is none. */
export function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename.trim())?.[1]?.toLowerCase() ?? '';
}

/** A file name without control characters, which could change the terminal or the log that shows it. */
export const withoutControls = (filename: string): string => filename.replace(/\p{Cc}/gu, '');

/** Section 5: the allowed extensions of a document type. */
export function extensionsFor(type: DocumentType): readonly string[] {
  return documentTypes.find((entry) => entry.type === type)?.extensions ?? [];
}

/** The requirements in a field's label: 'pdf, doc, docx; maximum 4MB' (contract, decision 1). */
export const fileRequirements = (type: DocumentType): string =>
  `${extensionsFor(type).join(', ')}; maximum ${limits.statedFileLimit}`;

/** A notice for a file above the stated limit, which is not enforced; undefined for a smaller file. */
export const sizeNotice = (bytes: number): string | undefined =>
  bytes > limits.statedFileBytes
    ? `This file is larger than ${limits.statedFileLimit}. It can still be sent, but that takes longer.`
    : undefined;

/**
 * Section 5, documents: required, extension, then size in bytes if known. `maxBytes` is inclusive;
 * UPLOAD_MAX_BYTES lowers it (contract, decision 1).
 */
export function validateDocument(
  type: DocumentType,
  file: { readonly name: string; readonly size?: number } | undefined,
  maxBytes: number = limits.uploadMaxBytes,
): Issue[] {
  if (!file || file.name === '') return [{ field: type, code: 'required' }];
  if (!extensionsFor(type).includes(extensionOf(file.name)))
    return [{ field: type, code: 'invalidFileType', params: { field: type } }];
  if (file.size !== undefined && file.size > maxBytes)
    return [{ field: type, code: 'fileTooLarge', params: { field: type } }];
  return [];
}
