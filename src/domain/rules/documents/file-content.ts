import { type DocumentType, documentTypes } from '#src/domain/model/document-types.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { limits } from '#src/domain/model/limits.ts';
import { extensionOf, extensionsFor } from './documents.ts';
import type { FileEnds } from './file-ends.ts';
import { detectFormat, type FileFormat, type FileFormatName, fileFormats } from './file-formats.ts';

const namedExtensions = new Set<string>([
  ...Object.values(fileFormats).flatMap(({ extensions }) => extensions),
  ...['exe', 'com', 'bat', 'sh', 'msi', 'mp4', 'mov', '3gp'],
]);

type Advice =
  | Exclude<FileFormat['advice'], 'chooseOther' | undefined>
  | 'saveAsPdf'
  | 'chooseDocument'
  | 'choosePicture'
  | 'rename';
type Wanted = (typeof documentTypes)[number]['extensions'][number];
type FileProblem =
  | 'empty'
  | {
      /** The format of the content; undefined if it is unknown. */
      readonly found?: FileFormatName;
      /** The extension names this format, which the content does not have. */
      readonly wanted?: Wanted | undefined;
      readonly advice: Advice;
      /** The file would be valid with this extension. */
      readonly extension?: string;
    };

/** A file. Browser, site, command line and API host each get its name, size and bytes in their own way. */
interface DocumentFile {
  readonly name: string;
  /** The size in bytes. While the file arrives, it is a lower limit; undefined if nothing is known. */
  readonly size: number | undefined;
  /** Reads the first and last bytes. If it is absent, only the name is checked. */
  readonly readEnds?: () => Promise<FileEnds>;
}

export interface InvalidDocument extends Issue<'required' | 'invalidFileType' | 'fileTooLarge'> {
  readonly kind: 'invalid';
  readonly field: DocumentType;
  /** Set if the content is the reason, not the name or the size. */
  readonly problem?: FileProblem;
}

export type CheckedDocument =
  /** `filename` has the extension of the content, if the file's own name has none, or an unusual one. */
  { readonly kind: 'valid'; readonly filename: string } | InvalidDocument;

/**
 * Section 5, documents: checks that the file exists, its type by name and bytes, then its size. A type that the name
 * already allows is not read from the bytes of a file that is too large. `maxBytes` is inclusive; UPLOAD_MAX_BYTES lowers
 * it (contract, decision 1). It rejects only if `readEnds` does.
 */
export async function checkDocument(
  type: DocumentType,
  file: DocumentFile | undefined,
  maxBytes: number = limits.uploadMaxBytes,
): Promise<CheckedDocument> {
  const invalid = (code: InvalidDocument['code'], problem?: FileProblem): InvalidDocument => ({
    kind: 'invalid',
    field: type,
    code,
    params: { field: type },
    ...(problem && { problem }),
  });
  if (!file || file.name === '') return invalid('required');
  const { name, size = 0 } = file;
  const isTooLarge = size > maxBytes;
  const isNamed = extensionsFor(type).includes(extensionOf(name));
  if (isTooLarge && isNamed) return invalid('fileTooLarge');
  if (!file.readEnds)
    return isNamed ? { kind: 'valid', filename: name } : invalid('invalidFileType');
  const ends = await file.readEnds();
  if (ends.head.length === 0) return invalid('required', 'empty');
  const named = compareName(type, name, detectFormat(ends));
  if ('problem' in named) return invalid('invalidFileType', named.problem);
  return isTooLarge ? invalid('fileTooLarge') : { kind: 'valid', filename: named.filename };
}

/**
 * Compares a name with the format of the bytes and the extensions of section 5. The rules accept what programs accept: a
 * .doc may be a .docx or RTF, a .png a JPEG, and a PDF may have bytes before its header.
 */
function compareName(
  type: DocumentType,
  filename: string,
  found: FileFormatName | undefined,
): { readonly filename: string } | { readonly problem: FileProblem } {
  const allowed = extensionsFor(type);
  const extension = extensionOf(filename);
  const expected = isWanted(extension) ? extension : undefined;
  const others = allowed.includes('doc') ? 'chooseDocument' : 'choosePicture';
  if (!found) return { problem: { wanted: expected, advice: others } };
  const format: FileFormat = fileFormats[found];
  const { extensions, opensAs = [], hasMacros = false, advice = 'saveAsPdf' } = format;
  const isFitting = [...extensions, ...opensAs].includes(extension);
  if (allowed.includes(extension) && isFitting && !hasMacros) return { filename };
  const right = extensions.find((each) => allowed.includes(each));
  // The extension of another format contradicts the content. An extension of no format says nothing ('J. Okafor').
  const isContradiction = namedExtensions.has(extension) && !extensions.includes(extension);
  if (right !== undefined && !isContradiction)
    return { filename: withExtension(filename, extensions, right) };
  const problem = { found, wanted: isFitting ? undefined : expected };
  return {
    problem:
      right === undefined
        ? { ...problem, advice: advice === 'chooseOther' ? others : advice }
        : { ...problem, advice: 'rename', extension: right },
  };
}

const isWanted = (extension: string): extension is Wanted =>
  documentTypes.some(({ extensions }) => extensions.some((each) => each === extension));

function withExtension(filename: string, extensions: readonly string[], right: string): string {
  const name = /^(?:.*[^.\s])?/s.exec(filename.trim())?.[0] ?? '';
  const extension = extensionOf(name);
  if (extension === right) return name;
  const base = extensions.includes(extension) ? name.slice(0, -extension.length - 1) : name;
  return `${base}.${right}`;
}
