import { compoundStreams, isCompoundFile } from './compound-file.ts';
import { extensionOf } from './documents.ts';
import { type FileEnds, latin1 } from './file-ends.ts';
import { firstEntryName, isZip, readZipEntry, zipEntries } from './zip-archive.ts';

/** PDF readers search this far for `%PDF-`, so the format of a file that is no container is known from so many bytes. */
export const headBytes = 1029;
const headText = (head: Uint8Array): string => latin1(head.subarray(0, headBytes));

export const isPdf = (head: Uint8Array): boolean => headText(head).includes('%PDF-');

/** Such a file holds other files, so its format is known only from the directory at its end. */
export const isContainer = (head: Uint8Array): boolean => isZip(head) || isCompoundFile(head);

const startsWith =
  (...signatures: readonly (string | readonly number[])[]) =>
  (head: Uint8Array): boolean =>
    signatures.some((signature) => at(head, 0, signature));

function at(head: Uint8Array, offset: number, signature: string | readonly number[]): boolean {
  const bytes =
    typeof signature === 'string' ? [...signature].map((c) => c.charCodeAt(0)) : signature;
  return bytes.every((byte, index) => head[offset + index] === byte);
}

const hasBrand = (pattern: RegExp) => (head: Uint8Array) =>
  at(head, 4, 'ftyp') && pattern.test(latin1(head.subarray(8, 12)));

/**
 * Returns the text of the first bytes, without a byte order mark and white space; of UTF-16 without every other byte.
 */
const textOf = (head: Uint8Array) =>
  headText(head)
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart();
const hasText =
  (...patterns: readonly RegExp[]) =>
  (head: Uint8Array) =>
    patterns.some((pattern) => pattern.test(textOf(head)));

/** UTF-8 and other texts have bytes from 80 to 9f, but no other control characters. */
const isText = (text: string) => text !== '' && !/(?![\t\n\f\r\x80-\x9f])\p{Cc}/u.test(text);

export interface FileFormat {
  /** The extensions that name this format; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Programs also open the format under these extensions. */
  readonly opensAs?: readonly string[];
  /** The document is refused under those extensions too. */
  readonly hasMacros?: true;
  /** Formats of section 5 have one. */
  readonly mediaType?: string;
  /** The advice to a person whose document may not have the format, instead of 'saveAsPdf'. */
  readonly advice?: 'unpack' | 'removePassword' | 'chooseOther';
  /** Tells the format of a file that is no container by its first bytes. */
  readonly start?: (head: Uint8Array) => boolean;
  /** A container of this kind counts as the format until its end has arrived. */
  readonly begins?: (head: Uint8Array) => boolean;
  /** A stream of a compound file. */
  readonly stream?: RegExp;
  /** The media type of the main part of an Office archive, without `application/vnd.` and `.main+xml`. */
  readonly mainPart?: RegExp;
  /** An entry of a zip archive whose main part says nothing. */
  readonly entry?: RegExp;
}

/** Word opens files under these extensions that have other formats. */
const word = ['doc', 'docx'] as const;

/** A file has the first format that fits. */
export const fileFormats = {
  encryptedOffice: {
    extensions: [],
    opensAs: word,
    advice: 'removePassword',
    stream: /^EncryptedPackage$/,
  },
  rtf: { extensions: ['rtf'], opensAs: word, start: hasText(/^\{\\rtf/) },
  docx: {
    extensions: ['docx'],
    opensAs: word,
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    advice: 'chooseOther',
    begins: isZip,
    mainPart: /wordprocessingml\.document$/,
    entry: /^word\//,
  },
  doc: {
    extensions: ['doc'],
    opensAs: word,
    mediaType: 'application/msword',
    advice: 'chooseOther',
    // Word 2 and Word for DOS.
    start: startsWith([0xdb, 0xa5, 0x2d, 0], [0x31, 0xbe, 0, 0]),
    begins: isCompoundFile,
    stream: /^WordDocument$/,
  },
  docm: { extensions: ['docm', 'dotm'], opensAs: word, hasMacros: true, mainPart: /ms-word/ },
  template: { extensions: ['dotx', 'dot'], opensAs: word, mainPart: /wordprocessingml/ },
  excel: {
    extensions: ['xlsx', 'xls', 'xlsm'],
    stream: /^(?:Workbook|Book)$/,
    mainPart: /spreadsheetml|ms-excel/,
    entry: /^xl\//,
  },
  powerPoint: {
    extensions: ['pptx', 'ppt', 'ppsx', 'pps'],
    stream: /^PowerPoint Document$/,
    mainPart: /presentationml|ms-powerpoint/,
    entry: /^ppt\//,
  },
  pages: {
    extensions: ['pages'],
    entry: /^index\/document\.iwa$|^index\.zip$|^index\.xml\.gz$/,
  },
  openDocument: { extensions: ['odt', 'ods', 'odp'], entry: /^mimetype$/ },
  png: {
    extensions: ['png'],
    opensAs: ['jpg', 'jpeg'],
    mediaType: 'image/png',
    start: startsWith([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
  },
  jpeg: {
    // Windows and old programs have their own names for JPEG.
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'jif', 'pjpeg', 'pjp'],
    opensAs: ['png'],
    mediaType: 'image/jpeg',
    start: startsWith([0xff, 0xd8, 0xff]),
  },
  heic: { extensions: ['heic', 'heif'], start: hasBrand(/hei[cmxs]|hev[cmx]|mif1|msf1/) },
  avif: { extensions: ['avif'], start: hasBrand(/avi[fs]/) },
  video: { extensions: ['mp4', 'mov', '3gp'], advice: 'chooseOther', start: hasBrand(/./s) },
  webp: {
    extensions: ['webp'],
    start: (head: Uint8Array) => at(head, 0, 'RIFF') && at(head, 8, 'WEBP'),
  },
  gif: { extensions: ['gif'], start: startsWith('GIF8') },
  rar: { extensions: ['rar'], advice: 'unpack', start: startsWith('Rar!') },
  program: {
    extensions: ['exe', 'com', 'bat', 'sh', 'msi'],
    advice: 'chooseOther',
    start: startsWith('MZ', [0x7f, 0x45, 0x4c, 0x46], '#!'),
  },
  // Other bytes may precede `%PDF-` (a mail header, a byte order mark), so the formats that are texts are below.
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf', start: isPdf },
  wordXml: {
    extensions: ['xml'],
    // Flat OPC and Word 2003.
    start: hasText(/<\?mso-application progid="Word\.Document"|<pkg:package|<w:wordDocument/),
  },
  webPage: {
    extensions: ['html', 'htm', 'mht', 'mhtml'],
    start: hasText(
      /^<(?:\?xml[^>]*>\s*<)?(?:!doctype html|!--|html|head|body|meta|div)/i,
      /^MIME-Version:|^Content-Type:\s*multipart\/related/im,
    ),
  },
  text: {
    extensions: ['txt', 'csv', 'md', 'log'],
    start: (head: Uint8Array) => isText(headText(head)),
  },
  // Any other compound file, and any other archive.
  office: { extensions: [], opensAs: word },
  zip: { extensions: ['zip'], advice: 'unpack' },
} as const satisfies Readonly<Record<string, FileFormat>>;

export type FileFormatName = keyof typeof fileFormats;

const formatEntries = Object.entries(fileFormats) as [FileFormatName, FileFormat][];
const findFormat = (fits: (format: FileFormat) => boolean | undefined) =>
  formatEntries.find(([, format]) => fits(format))?.[0];

export const mediaTypeOf = (filename: string): string =>
  formatEntries.find(([, { extensions }]) => extensions.includes(extensionOf(filename)))?.[1]
    .mediaType ?? 'application/octet-stream';

export async function detectFormat(ends: FileEnds): Promise<FileFormatName | undefined> {
  const { head } = ends;
  if (!isContainer(head)) return findFormat(({ start }) => start?.(head));
  if (ends.isBeginning) return findFormat(({ begins }) => begins?.(head));
  return isZip(head) ? zipFormat(ends) : compoundFormat(ends);
}

function compoundFormat(ends: FileEnds): FileFormatName {
  const streams = [...compoundStreams(ends).keys()];
  return (
    findFormat(({ stream }) => stream && streams.some((name) => stream.test(name))) ?? 'office'
  );
}

/** Programs begin a Word document with one of these. */
const firstOfWord =
  /^(?:\[content_types\]\.xml|_rels\/|docprops\/|customxml\/|docmetadata\/|\[trash\]\/)/;

async function zipFormat(ends: FileEnds): Promise<FileFormatName> {
  const entries = zipEntries(ends);
  // If an archive was cut, or has a long directory, only its first entry is known.
  const names = entries?.map(({ name }) => name) ?? [firstEntryName(ends.head)];
  if (!entries && names.some((name) => firstOfWord.test(name))) return 'docx';
  const types = entries?.find(({ name }) => name === '[content_types].xml');
  const text = types && (await readZipEntry(ends, types));
  for (const [, main] of text?.matchAll(/application\/vnd\.([\w.-]{1,99})\.main\+xml/gi) ?? []) {
    const found = findFormat(({ mainPart }) => mainPart?.test(main ?? ''));
    if (found) return found;
  }
  return findFormat(({ entry }) => entry && names.some((name) => entry.test(name))) ?? 'zip';
}
