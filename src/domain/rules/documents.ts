import { type DocumentType, documentTypes } from '../model/document-types.ts';
import type { Issue } from '../model/issues.ts';
import { limits } from '../model/limits.ts';
import { withoutDirections } from './text.ts';

/** Documents are sent in this order. */
export const documentOrder: readonly DocumentType[] = documentTypes.map(({ type }) => type);

export function isDocumentType(name: string): name is DocumentType {
  return documentOrder.some((type) => type === name);
}

export const isComplete = (received: readonly DocumentType[]): boolean =>
  documentOrder.every((type) => received.includes(type));

/** The extension is in lower case and has no dot. */
export function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename.trim())?.[1]?.toLowerCase() ?? '';
}

/** Control characters could change the terminal or the log that shows the name. */
export const withoutControls = (filename: string): string =>
  withoutDirections(filename.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''));

export function extensionsFor(type: DocumentType): readonly string[] {
  return documentTypes.find((entry) => entry.type === type)?.extensions ?? [];
}

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
export const mediaTypeOf = (filename: string): string =>
  mediaTypes[extensionOf(filename)] ?? 'application/octet-stream';

/** The label of a field shows the requirements: 'pdf, doc, docx; maximum 4MB' (contract, decision 1). */
export const fileRequirements = (type: DocumentType): string =>
  `${extensionsFor(type).join(', ')}; maximum ${limits.statedFileLimit}`;

/** A file above the stated limit causes a notice, because that limit is not enforced. */
export const sizeNotice = (bytes: number): string | undefined =>
  bytes > limits.statedFileBytes
    ? `This file is larger than ${limits.statedFileLimit}. It can still be sent, but that takes longer.`
    : undefined;

/** The result is '840 bytes', '12 KB', '3.4 MB' or '1.2 GB', in powers of 1000, as file managers show sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[power - 1]}`;
}

/**
 * Section 5, documents: checks that the file exists, then its extension, then its size in bytes if it is known. `maxBytes`
 * is inclusive; UPLOAD_MAX_BYTES lowers it (contract, decision 1).
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
