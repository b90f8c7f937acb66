import type { DocumentType } from '../model/document-types.ts';
import { formatMessage } from '../model/messages.ts';
import { extensionOf, extensionsFor } from './documents.ts';

/** `contentErrorMessage` reads this many bytes, because PDF readers search this far for `%PDF-`. */
export const contentHeadBytes = 1029;

interface FileFormat {
  readonly label: string;
  readonly matches: (head: Uint8Array) => boolean;
  /** The list is empty if no document may have this format. */
  readonly extensions: readonly string[];
}

const startsWith =
  (...signatures: readonly (string | readonly number[])[]) =>
  (head: Uint8Array): boolean =>
    signatures.some((signature) => at(head, 0, signature));

function at(head: Uint8Array, offset: number, signature: string | readonly number[]): boolean {
  const bytes =
    typeof signature === 'string' ? [...signature].map((c) => c.charCodeAt(0)) : signature;
  return bytes.every((byte, index) => head[offset + index] === byte);
}

const latin1 = (head: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...head.subarray(from, to));

/** The name of a zip archive's first entry identifies Office and OpenDocument files. */
function firstEntry(head: Uint8Array): string {
  if (!at(head, 0, [0x50, 0x4b, 3, 4])) return '';
  return latin1(head, 30, 30 + (head[26] ?? 0) + (head[27] ?? 0) * 256);
}

const brand = (head: Uint8Array) => (at(head, 4, 'ftyp') ? latin1(head, 8, 12) : '');

const word = ['doc', 'docx'] as const;
const picture = ['png', 'jpg', 'jpeg'] as const;

/**
 * The signatures are checked in this order. The list contains formats that are not allowed, so that the message can name
 * them.
 */
const formats: readonly FileFormat[] = [
  {
    label: 'a Word document',
    // The signatures are OLE, RTF (which old programs save as .doc), Word 2 and Word for DOS.
    matches: startsWith(
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      '{\\rtf',
      [0xdb, 0xa5, 0x2d, 0],
      [0x31, 0xbe, 0, 0],
    ),
    extensions: word,
  },
  {
    label: 'a Word document',
    matches: (head) =>
      /^(?:\[Content_Types\]\.xml|_rels\/|word\/|docProps\/|customXml\/)/.test(firstEntry(head)),
    extensions: word,
  },
  {
    label: 'a PNG picture',
    matches: startsWith([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    extensions: picture,
  },
  { label: 'a JPEG picture', matches: startsWith([0xff, 0xd8, 0xff]), extensions: picture },
  {
    label: 'a HEIC picture, as iPhones take them',
    matches: (head) => /^(?:hei[cmxs]|hev[cmx]|mif1|msf1)$/.test(brand(head)),
    extensions: [],
  },
  { label: 'an AVIF picture', matches: (head) => /^avi[fs]$/.test(brand(head)), extensions: [] },
  { label: 'a video', matches: (head) => brand(head) !== '', extensions: [] },
  {
    label: 'a WebP picture',
    matches: (head) => at(head, 0, 'RIFF') && at(head, 8, 'WEBP'),
    extensions: [],
  },
  { label: 'a GIF picture', matches: startsWith('GIF8'), extensions: [] },
  {
    label: 'an OpenDocument text',
    matches: (head) => /^mimetype/.test(firstEntry(head)),
    extensions: [],
  },
  {
    label: 'a zip archive',
    matches: startsWith([0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6]),
    extensions: [],
  },
  { label: 'a RAR archive', matches: startsWith('Rar!'), extensions: [] },
  { label: 'a program', matches: startsWith('MZ', [0x7f, 0x45, 0x4c, 0x46], '#!'), extensions: [] },
  // PDF is last, because other bytes may precede `%PDF-` (a mail header, a byte order signature).
  {
    label: 'a PDF',
    matches: (head) => latin1(head, 0, contentHeadBytes).includes('%PDF-'),
    extensions: ['pdf'],
  },
];

const expected: Readonly<Record<string, string>> = {
  pdf: 'a PDF',
  doc: 'a Word document',
  docx: 'a Word document',
  png: 'a JPEG or PNG picture',
  jpg: 'a JPEG or PNG picture',
  jpeg: 'a JPEG or PNG picture',
};

/**
 * Compares a file's first `contentHeadBytes` bytes with its extension. If they do not match, returns the message of
 * section 5 with the file name and the reason. The rules accept what programs accept: a .doc may be a .docx or RTF, a .png
 * a JPEG, and a PDF may have bytes before its header. validateDocument must be called first.
 */
export function contentErrorMessage(
  type: DocumentType,
  filename: string,
  head: Uint8Array,
): string | undefined {
  if (head.length === 0)
    return `"${filename}" is empty. Please choose a file with something in it.`;
  const extension = extensionOf(filename);
  const format = formats.find(({ matches }) => matches(head));
  if (format?.extensions.includes(extension)) return undefined;
  const found = format
    ? `is ${format.label}`
    : `is not ${expected[extension] ?? 'what its name says'}`;
  const hint = format?.extensions.some((fit) => extensionsFor(type).includes(fit))
    ? ` Please name it .${format.extensions[0]} and choose it again.`
    : '';
  const reason = `${found}${format && expected[extension] ? `, not ${expected[extension]}` : ''}.${hint}`;
  return `${formatMessage('invalidFileType', { field: type })}: "${filename}" ${reason}`;
}
