import { fillPlaceholders } from '#src/domain/model/messages.ts';
import type { InvalidDocument } from '#src/domain/rules/documents/file-content.ts';
import type { Texts } from '#src/texts/catalogue.ts';

/**
 * Returns the message of section 5, then what was found in the bytes and what to do. Without `filename` the result names no
 * file.
 */
export function invalidDocumentMessage(
  { field, code, problem }: InvalidDocument,
  { form, documents, files }: Texts,
  filename: string | undefined,
): string {
  const message = fillPlaceholders({ ...form.messages, ...documents.messages }[code], {
    field: documents.namesInMessages[field],
  });
  if (!problem) return message;
  const file =
    filename === undefined ? files.theFile : fillPlaceholders(files.quoted, { name: filename });
  if (problem === 'empty') {
    const text = fillPlaceholders(files.empty, { file });
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  const { found, wanted, advice, extension = '' } = problem;
  const known = wanted ? files.foundNotWanted : files.found;
  const unknown = wanted ? files.notWanted : files.unknown;
  return fillPlaceholders(files.invalid, {
    message,
    reason: fillPlaceholders(found ? known : unknown, {
      file,
      found: found ? files.formats[found] : '',
      wanted: wanted ? files.wanted[wanted] : '',
    }),
    advice: fillPlaceholders(files.advice[advice], { extension }),
  });
}
