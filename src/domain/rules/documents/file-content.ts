import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fillPlaceholders } from '#src/domain/model/messages.ts';
import { isCompoundFile, isEncryptedCompoundFile } from './compound-file.ts';
import { extensionOf, extensionsFor } from './documents.ts';
import { type FileEnds, latin1 } from './file-ends.ts';
import {
  containerOf,
  detectFormat,
  type FileAdvice,
  type FileFormatName,
  fileFormats,
  formatOf,
  isPdf,
} from './file-formats.ts';

const namedExtensions = new Set<string>(
  Object.values(fileFormats).flatMap(({ extensions }) => extensions),
);

export type ContentCheck =
  /** `filename` has the extension of the content, if the file's own name has none, or an unusual one. */
  | { readonly kind: 'valid'; readonly filename: string }
  | { readonly kind: 'invalid'; readonly problem: FileProblem };

type Advice = FileAdvice | 'chooseDocument' | 'choosePicture' | 'rename';
const wantedExtensions = ['pdf', 'doc', 'docx', 'png', 'jpg', 'jpeg'] as const;
type Wanted = (typeof wantedExtensions)[number];
type FileProblem =
  | 'empty'
  | {
      /** The file has no known format if it is undefined. */
      readonly found?: FileFormatName;
      /** The extension names this format, which the content does not have. */
      readonly wanted?: Wanted | undefined;
      readonly advice: Advice;
      /** The file would be valid with this extension. */
      readonly extension?: string;
    };

/**
 * Compares a file with the extensions of section 5. The rules accept what programs accept: a .doc may be a .docx or RTF, a
 * .png a JPEG, and a PDF may have bytes before its header.
 */
export async function checkContent(
  type: DocumentType,
  filename: string,
  ends: FileEnds,
): Promise<ContentCheck> {
  return checkFormat(type, filename, ends, await detectFormat(ends));
}

/** Only the first `headBytes` have arrived. A container counts as a Word document, so `checkContent` must follow. */
export async function checkHead(
  type: DocumentType,
  filename: string,
  head: Uint8Array,
): Promise<ContentCheck & { readonly isContainer: boolean }> {
  const ends = { head, tail: head, size: head.length };
  const container = containerOf(head);
  const format = container
    ? ({ zip: 'docx', compound: 'doc' } as const)[container]
    : await detectFormat(ends);
  return { ...checkFormat(type, filename, ends, format), isContainer: container !== undefined };
}

function checkFormat(
  type: DocumentType,
  filename: string,
  { size }: FileEnds,
  name: FileFormatName | undefined,
): ContentCheck {
  const allowed = extensionsFor(type);
  const extension = extensionOf(filename);
  if (size === 0) return { kind: 'invalid', problem: 'empty' };
  const expected = isWanted(extension) ? extension : undefined;
  const others = allowed.includes('doc') ? 'chooseDocument' : 'choosePicture';
  if (!name) return { kind: 'invalid', problem: { wanted: expected, advice: others } };
  const { extensions, opensAs = [], advice = others } = formatOf(name);
  const isFitting = [...extensions, ...opensAs].includes(extension);
  if (allowed.includes(extension) && isFitting) return { kind: 'valid', filename };
  const right = extensions.find((each) => allowed.includes(each));
  // An extension of another format contradicts the content. One that no format has says nothing, such as that of 'J. Okafor'.
  const isContradiction = namedExtensions.has(extension) && !extensions.includes(extension);
  if (right !== undefined && !isContradiction)
    return { kind: 'valid', filename: withExtension(filename, extensions, right) };
  const problem = { found: name, wanted: isFitting ? undefined : expected };
  return {
    kind: 'invalid',
    problem:
      right === undefined
        ? { ...problem, advice }
        : { ...problem, advice: 'rename', extension: right },
  };
}

const isWanted = (extension: string): extension is Wanted =>
  wantedExtensions.some((each) => each === extension);

/** The texts about the content of a file in one language. */
export interface FileTexts {
  readonly quoted: string;
  readonly theFile: string;
  readonly empty: string;
  readonly invalid: string;
  readonly notWanted: string;
  readonly unknown: string;
  readonly found: string;
  readonly foundNotWanted: string;
  readonly wanted: Readonly<Record<Wanted, string>>;
  readonly formats: Readonly<Record<FileFormatName, string>>;
  readonly advice: Readonly<Record<Advice, string>>;
}

/**
 * Returns `message`, which is that of section 5, then what was found and what to do. Without `filename` the result names no
 * file.
 */
export function fileProblemMessage(
  problem: FileProblem,
  texts: FileTexts,
  { message, filename }: { readonly message: string; readonly filename: string | undefined },
): string {
  const file =
    filename === undefined ? texts.theFile : fillPlaceholders(texts.quoted, { name: filename });
  if (problem === 'empty') {
    const text = fillPlaceholders(texts.empty, { file });
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  const { found, wanted, advice, extension = '' } = problem;
  const known = wanted ? texts.foundNotWanted : texts.found;
  const unknown = wanted ? texts.notWanted : texts.unknown;
  return fillPlaceholders(texts.invalid, {
    message,
    reason: fillPlaceholders(found ? known : unknown, {
      file,
      found: found ? texts.formats[found] : '',
      wanted: wanted ? texts.wanted[wanted] : '',
    }),
    advice: fillPlaceholders(texts.advice[advice], { extension }),
  });
}

function withExtension(filename: string, extensions: readonly string[], right: string): string {
  const name = /^(?:.*[^.\s])?/s.exec(filename.trim())?.[0] ?? '';
  const extension = extensionOf(name);
  if (extension === right) return name;
  const base = extensions.includes(extension) ? name.slice(0, -extension.length - 1) : name;
  return `${base}.${right}`;
}

/** A PDF that only forbids printing is encrypted too, although it opens without a password. */
export function isEncrypted(ends: FileEnds): boolean {
  const { head, tail } = ends;
  if (isCompoundFile(head)) return isEncryptedCompoundFile(ends);
  // The trailer is at the end, or near the beginning of a file that is shown while it loads (linearized).
  const reference = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;
  return isPdf(head) && [head, tail].some((bytes) => reference.test(latin1(bytes)));
}
