import { extensionOf } from './documents.ts';
import { type FileEnds, latin1 } from './file-ends.ts';

/** PDF readers search this far for `%PDF-`. These bytes give the format of a file that is no container. */
export const headBytes = 1029;
const headText = (head: Uint8Array): string => latin1(head.subarray(0, headBytes));

const isZip = (head: Uint8Array): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].some((signature) => headText(head).startsWith(signature));

/** A container holds other files, so its format is known only from the directory at its end. */
export const isContainer = (head: Uint8Array): boolean =>
  isZip(head) || headText(head).startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

export interface FileFormat {
  /** The extensions that name this format; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Programs also open the format under these extensions. */
  readonly opensAs?: readonly string[];
  /** The format contains macros, so it is also refused under the extensions of `opensAs`. */
  readonly hasMacros?: true;
  /** Only formats of section 5 have a media type. */
  readonly mediaType?: string;
  /** The advice to a person whose document may not have the format, instead of 'saveAsPdf'. */
  readonly advice?: 'unpack' | 'removePassword' | 'chooseOther';
  /** Matches the first bytes of a file of this format, if it is no container. */
  readonly start?: RegExp;
  /** Names of streams. If a compound file (doc) has one of them, it has this format. */
  readonly streams?: readonly string[];
  /** Matches the name of an entry. If a ZIP file (docx) has such an entry, it has this format. */
  readonly entry?: RegExp;
}

/** Word opens files under these extensions that have other formats. */
const word = ['doc', 'docx'] as const;

/** A file has the first format of this list that fits. */
export const fileFormats = {
  encryptedOffice: {
    extensions: [],
    opensAs: word,
    advice: 'removePassword',
    streams: ['EncryptedPackage'],
  },
  rtf: { extensions: ['rtf'], opensAs: word, start: /^(?:\xef\xbb\xbf)?\s*\{\\rtf/ },
  docm: {
    extensions: ['docm', 'dotm'],
    opensAs: word,
    hasMacros: true,
    entry: /^word\/vbaproject\.bin$/,
  },
  docx: {
    extensions: ['docx', 'dotx'],
    opensAs: word,
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    advice: 'chooseOther',
    entry: /^word\//,
  },
  doc: {
    extensions: ['doc', 'dot'],
    opensAs: word,
    mediaType: 'application/msword',
    advice: 'chooseOther',
    streams: ['WordDocument'],
  },
  otherOffice: {
    extensions: [
      ...['xlsx', 'xls', 'xlsm', 'pptx', 'ppt', 'ppsx', 'pps'],
      ...['odt', 'ods', 'odp', 'pages'],
    ],
    streams: ['Workbook', 'Book', 'PowerPoint Document'],
    entry: /^(?:xl|ppt)\/|^mimetype$|^index(?:\/document\.iwa|\.zip|\.xml\.gz)$/,
  },
  png: {
    extensions: ['png'],
    opensAs: ['jpg', 'jpeg'],
    mediaType: 'image/png',
    start: /^.PNG\r\n.\n/,
  },
  jpeg: {
    // Windows and old programs have their own names for JPEG.
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'jif', 'pjpeg', 'pjp'],
    opensAs: ['png'],
    mediaType: 'image/jpeg',
    start: /^\xff\xd8\xff/,
  },
  heic: { extensions: ['heic', 'heif'], start: /^.{4}ftyp(?:hei[cmxs]|hev[cmx]|mif1|msf1)/s },
  otherPicture: {
    extensions: ['webp', 'avif', 'gif'],
    start: /^(?:RIFF.{4}WEBP|.{4}ftypavi[fs]|GIF8)/s,
  },
  // Other bytes may precede `%PDF-` (a mail header, a byte order mark), so the text is below.
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', start: /%PDF-/ },
  text: {
    extensions: ['txt', 'csv', 'md', 'log', 'xml', 'html', 'htm', 'mht', 'mhtml'],
    start: /^(?:\P{Cc}|[\t\n\f\r\x80-\x9f])+$/u,
  },
  // Any other compound file, and any other archive.
  office: { extensions: [], opensAs: word },
  archive: { extensions: ['zip', 'rar'], advice: 'unpack', start: /^Rar!/ },
} as const satisfies Readonly<Record<string, FileFormat>>;

export type FileFormatName = keyof typeof fileFormats;

const formatEntries = Object.entries(fileFormats) as [FileFormatName, FileFormat][];
const findFormat = (fits: (format: FileFormat) => boolean | undefined) =>
  formatEntries.find(([, format]) => fits(format))?.[0];

export const mediaTypeOf = (filename: string): string =>
  formatEntries.find(([, { extensions }]) => extensions.includes(extensionOf(filename)))?.[1]
    .mediaType ?? 'application/octet-stream';

export function detectFormat(ends: FileEnds): FileFormatName | undefined {
  const { head } = ends;
  const text = headText(head);
  if (!isContainer(head)) return findFormat(({ start }) => start?.test(text));
  // An upload needs a name before its end has arrived. Only Word documents are valid containers (`checkUpload`).
  if (ends.isBeginning) return isZip(head) ? 'docx' : 'doc';
  return isZip(head) ? zipFormat(ends) : compoundFormat(ends);
}

/**
 * MS-CFB 2.6: an entry of the directory has the name as UTF-16 in 64 bytes, its length, and 2 for a stream. The directory
 * can be anywhere in the file, so its entries are searched in both ends.
 */
function compoundFormat({ head, tail }: FileEnds): FileFormatName {
  const texts = [head, tail].map(latin1);
  const hasStream = (name: string) => {
    const entry = [...name, '', ''].join('\0').padEnd(64, '\0');
    const nameBytes = String.fromCharCode(name.length * 2 + 2);
    return texts.some((text) => text.includes(`${entry}${nameBytes}\0\x02`));
  };
  const found = findFormat(({ streams }) => streams?.some(hasStream));
  return found ?? (beginsWithWord(head) ? 'doc' : 'office');
}

/** Programs put the main stream of a .doc first (MS-DOC 2.5.2, wIdent). */
const beginsWithWord = (head: Uint8Array): boolean => head[512] === 0xec && head[513] === 0xa5;

/** Programs begin a Word document with one of these. */
const firstOfWord =
  /^(?:\[content_types\]\.xml|_rels\/|docprops\/|customxml\/|docmetadata\/|\[trash\]\/)/;

/** APPNOTE 4.3.12. The directory at the end has a record for each entry; an archive in the archive ends before it. */
function zipFormat({ head, tail }: FileEnds): FileFormatName {
  const directory = latin1(tail).split('PK\x05\x06').at(-2) ?? '';
  const [, ...records] = directory.split('PK\x01\x02');
  const names = records.map((record) => partName(record.slice(42, 42 + record.charCodeAt(24))));
  // If an archive was cut, only its first entry is known.
  const first = partName(latin1(head.subarray(30, 30 + (head[26] ?? 0))));
  if (names.length === 0 && firstOfWord.test(first)) return 'docx';
  if (names.length === 0) names.push(first);
  return findFormat(({ entry }) => entry && names.some((name) => entry.test(name))) ?? 'archive';
}

/** Office compares the names of parts without case, and some writers use backslashes. */
const partName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** A PDF that only forbids printing is encrypted too, although it opens without a password. */
export function isEncrypted(ends: FileEnds): boolean {
  const { head, tail } = ends;
  // The trailer is at the end, or near the beginning of a file that is shown while it loads (linearized).
  const reference = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;
  switch (detectFormat(ends)) {
    case 'encryptedOffice':
      return true;
    case 'doc':
      // MS-DOC 2.5.2, fEncrypted.
      return beginsWithWord(head) && ((head[523] ?? 0) & 1) === 1;
    case 'pdf':
      return [head, tail].some((bytes) => reference.test(latin1(bytes)));
    default:
      return false;
  }
}
