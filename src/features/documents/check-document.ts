import { texts } from '#language';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { validateDocument } from '#src/domain/rules/documents/documents.ts';
import { checkContent, fileProblemMessage } from '#src/domain/rules/documents/file-content.ts';
import { endsOfBlob, type FileEnds } from '#src/domain/rules/documents/file-ends.ts';
import { fill } from '#src/language/format.ts';
import { documentMessage } from './document-texts.ts';

interface DocumentError {
  readonly message: string;
  /** Whether the type or size of a chosen file is wrong. */
  readonly stopsUpload: boolean;
}

/**
 * Section 5: required, type by name, size, type by its first bytes. `renamed` is the file under the name that the site
 * gives it for its content.
 */
export async function checkDocument(
  documentType: DocumentType,
  file: File | undefined,
  maxBytes: number,
): Promise<{ readonly error?: DocumentError; readonly renamed?: File }> {
  const [issue] = validateDocument(documentType, file, maxBytes);
  if (issue && issue.code !== 'invalidFileType')
    return {
      error: { message: documentMessage(issue, documentType), stopsUpload: file !== undefined },
    };
  if (!file) return {};
  let ends: FileEnds;
  try {
    ends = await endsOfBlob(file);
  } catch {
    // The file was moved, deleted or changed since the visitor chose it, or is stored in the cloud and not on the device.
    const message = fill(texts().documents.unreadable, { name: file.name });
    return { error: { message, stopsUpload: false } };
  }
  const content = await checkContent(documentType, file.name, ends);
  if (content.kind === 'invalid') {
    const message = fileProblemMessage(content.problem, texts().files, {
      message: documentMessage({ code: 'invalidFileType' }, documentType),
      filename: file.name,
    });
    return { error: { message, stopsUpload: true } };
  }
  const { filename: name } = content;
  const [problem] = validateDocument(documentType, { name, size: file.size }, maxBytes);
  if (problem)
    return { error: { message: documentMessage(problem, documentType), stopsUpload: true } };
  const { type, lastModified } = file;
  return name === file.name ? {} : { renamed: new File([file], name, { type, lastModified }) };
}
