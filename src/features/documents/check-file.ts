import { issueMessage } from '#src/domain/model/issues.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { validateDocument } from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';

/**
 * Section 5, in words, for one document about to be sent: given, its type by name, its size, then by its first
 * bytes, as the server will look at it again. Undefined where it is good.
 */
export async function fileProblem(
  type: DocumentType,
  file: File | undefined,
  maxBytes: number,
): Promise<string | undefined> {
  const [issue] = validateDocument(type, file, maxBytes);
  if (issue) return issueMessage(issue);
  if (!file) return undefined;
  try {
    const head = new Uint8Array(await file.slice(0, contentHeadBytes).arrayBuffer());
    const problem = contentErrorMessage(type, file.name, head);
    if (problem === undefined || head.length === 0) return problem;
    return `${formatMessage('invalidFileType', { field: type })}: ${problem}`;
  } catch {
    // Moved, deleted or changed since it was chosen.
    return `"${file.name}" can no longer be read. Please choose it again.`;
  }
}
