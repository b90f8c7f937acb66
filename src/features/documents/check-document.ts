import type { DocumentType } from '#src/domain/model/document-types.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { validateDocument } from '#src/domain/rules/documents.ts';
import { checkContent } from '#src/domain/rules/file-content.ts';
import { endsOfBlob, type FileEnds } from '#src/domain/rules/file-ends.ts';

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
    return { error: { message: issueMessage(issue), stopsUpload: file !== undefined } };
  if (!file) return {};
  let ends: FileEnds;
  try {
    ends = await endsOfBlob(file);
  } catch {
    // The file was moved, deleted or changed since the visitor chose it, or is stored in the cloud and not on the device.
    const message = `"${file.name}" cannot be read. It was moved or changed, or is not on this device. Please choose it again.`;
    return { error: { message, stopsUpload: false } };
  }
  const content = await checkContent(documentType, file.name, ends);
  if (content.kind === 'invalid') return { error: { message: content.message, stopsUpload: true } };
  const { filename: name } = content;
  const [problem] = validateDocument(documentType, { name, size: file.size }, maxBytes);
  if (problem) return { error: { message: issueMessage(problem), stopsUpload: true } };
  const { type, lastModified } = file;
  return name === file.name ? {} : { renamed: new File([file], name, { type, lastModified }) };
}
