import {
  type DocumentType,
  documentOrder,
  documentTypes,
} from '#src/domain/model/document-types.ts';
import { stripBidiControls } from '../text/text.ts';

export const isDocumentType = (name: string): name is DocumentType =>
  documentOrder.some((type) => type === name);

/** Returns the documents of a stored list in the order of section 5. */
export const documentTypesIn = (list: string): DocumentType[] =>
  documentOrder.filter((type) => list.split(',').includes(type));

/** Returns the documents that an application needs. The version before stores null if it needs all. */
export const neededIn = (stored: string | null): readonly DocumentType[] =>
  stored === null ? documentOrder : documentTypesIn(stored);

export const isComplete = (
  received: readonly DocumentType[],
  needed: readonly DocumentType[],
): boolean => needed.every((type) => received.includes(type));

/** The extension is in lower case and has no dot. */
export const extensionOf = (filename: string): string =>
  /\.([^./\\]+)$/.exec(filename.trim())?.[1]?.toLowerCase() ?? '';

/** Control characters could change the terminal or the log that shows the name. */
export const withoutControls = (filename: string): string =>
  stripBidiControls(filename.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''));

export const extensionsFor = (type: DocumentType): readonly string[] =>
  documentTypes.find((entry) => entry.type === type)?.extensions ?? [];
