import { compoundStreams, isCompoundFile } from './compound-file.ts';
import { type FileEnds, latin1 } from './file-ends.ts';
import { firstEntryName, isZip, readZipEntry, zipEntries } from './zip-archive.ts';

/** PDF readers search this far for `%PDF-`, so the format of a file that is no container is known from so many bytes. */
export const headBytes = 1029;
const headText = (head: Uint8Array): string => latin1(head.subarray(0, headBytes));

export const isPdf = (head: Uint8Array): boolean => headText(head).includes('%PDF-');

export type FileAdvice = 'saveAsPdf' | 'unpack' | 'removePassword';

export interface FileFormat {
  /** The extensions that name this format; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Programs also open the format under these extensions. */
  readonly opensAs?: readonly string[];
  /** The advice to a person whose document may not have the format. */
  readonly advice?: FileAdvice;
}

export const fileFormats = {
  pdf: { extensions: ['pdf'] },
  docx: { extensions: ['docx'], opensAs: ['doc'] },
  doc: { extensions: ['doc'], opensAs: ['docx'] },
  // Only its own extension says that a file has macros, so it is not named .docx.
  docm: {
    extensions: ['docm', 'dotx', 'dotm', 'dot'],
    opensAs: ['doc', 'docx'],
    advice: 'saveAsPdf',
  },
  rtf: {
    extensions: ['rtf'],
    opensAs: ['doc', 'docx'],
    advice: 'saveAsPdf',
  },
  encryptedOffice: {
    extensions: [],
    opensAs: ['doc', 'docx'],
    advice: 'removePassword',
  },
  office: {
    extensions: [],
    opensAs: ['doc', 'docx'],
    advice: 'saveAsPdf',
  },
  excel: { extensions: ['xlsx', 'xls', 'xlsm'], advice: 'saveAsPdf' },
  powerPoint: {
    extensions: ['pptx', 'ppt', 'ppsx', 'pps'],
    advice: 'saveAsPdf',
  },
  openDocument: {
    extensions: ['odt', 'ods', 'odp'],
    advice: 'saveAsPdf',
  },
  pages: { extensions: ['pages'], advice: 'saveAsPdf' },
  webPage: {
    extensions: ['html', 'htm', 'mht', 'mhtml'],
    advice: 'saveAsPdf',
  },
  wordXml: { extensions: ['xml'], advice: 'saveAsPdf' },
  text: { extensions: ['txt', 'csv', 'md', 'log'], advice: 'saveAsPdf' },
  png: { extensions: ['png'], opensAs: ['jpg', 'jpeg'], advice: 'saveAsPdf' },
  // Windows and old programs have their own names for JPEG.
  jpeg: {
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'jif', 'pjpeg', 'pjp'],
    opensAs: ['png'],
    advice: 'saveAsPdf',
  },
  heic: {
    extensions: ['heic', 'heif'],
    advice: 'saveAsPdf',
  },
  avif: { extensions: ['avif'], advice: 'saveAsPdf' },
  webp: { extensions: ['webp'], advice: 'saveAsPdf' },
  gif: { extensions: ['gif'], advice: 'saveAsPdf' },
  video: { extensions: ['mp4', 'mov', '3gp'] },
  zip: { extensions: ['zip'], advice: 'unpack' },
  rar: { extensions: ['rar'], advice: 'unpack' },
  program: { extensions: ['exe', 'com', 'bat', 'sh', 'msi'] },
} as const satisfies Readonly<Record<string, FileFormat>>;

export type FileFormatName = keyof typeof fileFormats;

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
const hasText = (pattern: RegExp) => (head: Uint8Array) => pattern.test(textOf(head));

/** UTF-8 and other texts have bytes from 80 to 9f, but no other control characters. */
const isText = (text: string) => text !== '' && !/(?![\t\n\f\r\x80-\x9f])\p{Cc}/u.test(text);

/** The signatures are checked in this order. */
const signatures: readonly (readonly [FileFormatName, (head: Uint8Array) => boolean])[] = [
  ['rtf', hasText(/^\{\\rtf/)],
  // Word 2 and Word for DOS.
  ['doc', startsWith([0xdb, 0xa5, 0x2d, 0], [0x31, 0xbe, 0, 0])],
  ['png', startsWith([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
  ['jpeg', startsWith([0xff, 0xd8, 0xff])],
  ['heic', hasBrand(/hei[cmxs]|hev[cmx]|mif1|msf1/)],
  ['avif', hasBrand(/avi[fs]/)],
  ['video', hasBrand(/./s)],
  ['webp', (head) => at(head, 0, 'RIFF') && at(head, 8, 'WEBP')],
  ['gif', startsWith('GIF8')],
  ['rar', startsWith('Rar!')],
  ['program', startsWith('MZ', [0x7f, 0x45, 0x4c, 0x46], '#!')],
  // Other bytes may precede `%PDF-` (a mail header, a byte order mark), so the formats that are texts are below.
  ['pdf', isPdf],
  // Flat OPC and Word 2003.
  ['wordXml', hasText(/<\?mso-application progid="Word\.Document"|<pkg:package|<w:wordDocument/)],
  ['webPage', hasText(/^<(?:\?xml[^>]*>\s*<)?(?:!doctype html|!--|html|head|body|meta|div)/i)],
  ['webPage', hasText(/^MIME-Version:|^Content-Type:\s*multipart\/related/im)],
  ['text', (head) => isText(headText(head))],
];

/** Such a file holds other files, so its format is known only from its directory. */
export type Container = 'zip' | 'compound';

export function containerOf(head: Uint8Array): Container | undefined {
  if (isZip(head)) return 'zip';
  return isCompoundFile(head) ? 'compound' : undefined;
}

/** If only the beginning of a container has arrived, it counts as a Word document. */
export async function detectFormat(ends: FileEnds): Promise<FileFormatName | undefined> {
  const container = containerOf(ends.head);
  if (container && ends.isBeginning) return container === 'zip' ? 'docx' : 'doc';
  if (container === 'zip') return zipFormat(ends);
  if (container === 'compound') return compoundFormat(ends);
  return signatures.find(([, matches]) => matches(ends.head))?.[0];
}

function compoundFormat(ends: FileEnds): FileFormatName {
  const streams = compoundStreams(ends);
  if (streams.has('EncryptedPackage')) return 'encryptedOffice';
  if (streams.has('WordDocument')) return 'doc';
  if (streams.has('Workbook') || streams.has('Book')) return 'excel';
  return streams.has('PowerPoint Document') ? 'powerPoint' : 'office';
}

/** The media types of the main part, without `application/vnd.` and `.main+xml`. */
const mainParts: readonly (readonly [RegExp, FileFormatName])[] = [
  [/wordprocessingml\.document$/, 'docx'],
  [/wordprocessingml|ms-word/, 'docm'],
  [/spreadsheetml|ms-excel/, 'excel'],
  [/presentationml|ms-powerpoint/, 'powerPoint'],
];

const byEntry: readonly (readonly [RegExp, FileFormatName])[] = [
  [/^word\//, 'docx'],
  [/^xl\//, 'excel'],
  [/^ppt\//, 'powerPoint'],
  [/^index\/document\.iwa$|^index\.zip$|^index\.xml\.gz$/, 'pages'],
  [/^mimetype$/, 'openDocument'],
];

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
    const found = mainParts.find(([pattern]) => pattern.test(main ?? ''));
    if (found) return found[1];
  }
  const found = byEntry.find(([pattern]) => names.some((name) => pattern.test(name)));
  return found?.[1] ?? 'zip';
}
