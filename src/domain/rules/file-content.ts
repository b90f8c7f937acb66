import type { DocumentType } from '../model/options.ts';
import { extensionOf, extensionsFor } from './documents.ts';

/** How many of a file's first bytes `contentProblem` wants to see; PDF readers look this far for the mark. */
export const contentHeadBytes = 1029;

interface Kind {
  readonly words: string;
  readonly matches: (head: Uint8Array) => boolean;
  /** Extensions a file of this kind may bear; none: no document is of this kind. */
  readonly extensions: readonly string[];
}

const startsWith =
  (...marks: readonly (string | readonly number[])[]) =>
  (head: Uint8Array): boolean =>
    marks.some((mark) => at(head, 0, mark));

function at(head: Uint8Array, offset: number, mark: string | readonly number[]): boolean {
  const bytes = typeof mark === 'string' ? [...mark].map((c) => c.charCodeAt(0)) : mark;
  return bytes.every((byte, index) => head[offset + index] === byte);
}

const latin1 = (head: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...head.subarray(from, to));

/** The name of a zip archive's first entry, which tells what kind of archive it is. */
function firstEntry(head: Uint8Array): string {
  if (!at(head, 0, [0x50, 0x4b, 3, 4])) return '';
  return latin1(head, 30, 30 + (head[26] ?? 0) + (head[27] ?? 0) * 256);
}

/** ISO media files name their brand after `ftyp`. */
const brand = (head: Uint8Array) => (at(head, 4, 'ftyp') ? latin1(head, 8, 12) : '');

const word = ['doc', 'docx'] as const;
const picture = ['png', 'jpg', 'jpeg'] as const;

/** In the order they are tried. The kinds nobody may send stand here to be called by their names. */
const kinds: readonly Kind[] = [
  {
    words: 'a Word document',
    // OLE; RTF, as old programs save .doc; Word 2 and Word for DOS.
    matches: startsWith(
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      '{\\rtf',
      [0xdb, 0xa5, 0x2d, 0],
      [0x31, 0xbe, 0, 0],
    ),
    extensions: word,
  },
  {
    words: 'a Word document',
    matches: (head) =>
      /^(?:\[Content_Types\]\.xml|_rels\/|word\/|docProps\/|customXml\/)/.test(firstEntry(head)),
    extensions: word,
  },
  {
    words: 'a PNG picture',
    matches: startsWith([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    extensions: picture,
  },
  { words: 'a JPEG picture', matches: startsWith([0xff, 0xd8, 0xff]), extensions: picture },
  {
    words: 'a HEIC picture, as iPhones take them',
    matches: (head) => /^(?:hei[cmxs]|hev[cmx]|mif1|msf1)$/.test(brand(head)),
    extensions: [],
  },
  { words: 'an AVIF picture', matches: (head) => /^avi[fs]$/.test(brand(head)), extensions: [] },
  { words: 'a video', matches: (head) => brand(head) !== '', extensions: [] },
  {
    words: 'a WebP picture',
    matches: (head) => at(head, 0, 'RIFF') && at(head, 8, 'WEBP'),
    extensions: [],
  },
  { words: 'a GIF picture', matches: startsWith('GIF8'), extensions: [] },
  {
    words: 'an OpenDocument text',
    matches: (head) => /^mimetype/.test(firstEntry(head)),
    extensions: [],
  },
  {
    words: 'a zip archive',
    matches: startsWith([0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6]),
    extensions: [],
  },
  { words: 'a RAR archive', matches: startsWith('Rar!'), extensions: [] },
  { words: 'a program', matches: startsWith('MZ', [0x7f, 0x45, 0x4c, 0x46], '#!'), extensions: [] },
  // Last: the mark may follow some bytes of anything (a mail header, a byte order mark).
  {
    words: 'a PDF',
    matches: (head) => latin1(head, 0, contentHeadBytes).includes('%PDF-'),
    extensions: ['pdf'],
  },
];

const wanted: Readonly<Record<string, string>> = {
  pdf: 'a PDF',
  doc: 'a Word document',
  docx: 'a Word document',
  png: 'a JPEG or PNG picture',
  jpg: 'a JPEG or PNG picture',
  jpeg: 'a JPEG or PNG picture',
};

/**
 * Whether a file's first bytes (`contentHeadBytes` of them, or all there are) fit the name it bears; if not,
 * a sentence that names the file and the reason. Tolerant where programs are: a .doc may be a .docx or RTF,
 * a .png a JPEG, a PDF may begin late. To be asked after the extension was found good (validateDocument).
 */
export function contentErrorMessage(
  type: DocumentType,
  filename: string,
  head: Uint8Array,
): string | undefined {
  if (head.length === 0)
    return `"${filename}" is empty. Please choose a file with something in it.`;
  const extension = extensionOf(filename);
  const kind = kinds.find(({ matches }) => matches(head));
  if (kind?.extensions.includes(extension)) return undefined;
  const holds = kind ? `is ${kind.words}` : `is not ${wanted[extension] ?? 'what its name says'}`;
  const hint = kind?.extensions.some((fit) => extensionsFor(type).includes(fit))
    ? ` Please name it .${kind.extensions[0]} and choose it again.`
    : '';
  return `"${filename}" ${holds}${kind && wanted[extension] ? `, not ${wanted[extension]}` : ''}.${hint}`;
}
