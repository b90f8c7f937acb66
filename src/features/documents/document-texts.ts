import { language, texts } from '#language';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { extensionsFor } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import { messageWithLabel } from '#src/language/messages.ts';

export const documentLabel = (type: DocumentType): string => texts().documents.labels[type];

export const labeledMessage = (type: DocumentType, message: string): string =>
  messageWithLabel(documentLabel(type), message);

/** The label of a field shows the requirements: 'pdf, doc, docx; maximum 4MB' (contract, decision 1). */
export function fileRequirements(type: DocumentType): string {
  const { requirements, statedLimit: limit } = texts().documents;
  return fill(requirements, { extensions: extensionsFor(type).join(', '), limit });
}

/** Returns a notice for a file above the stated limit, which is not enforced. */
export function sizeNotice(bytes: number): string | undefined {
  const { tooLargeToBeFast, statedLimit: limit } = texts().documents;
  return bytes > limits.statedFileBytes ? fill(tooLargeToBeFast, { limit }) : undefined;
}

/** The result is '840 bytes', '12 KB', '3.4 MB' or '1.2 GB', in powers of 1000, as file managers show sizes. */
export function formatBytes(bytes: number): string {
  const { sizes } = texts().documents;
  const units = [sizes.bytes, sizes.kilobytes, sizes.megabytes, sizes.gigabytes, sizes.terabytes];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return fill(units[power] ?? sizes.bytes, {
    value: rounded.toLocaleString(language().locale, { useGrouping: false }),
  });
}
