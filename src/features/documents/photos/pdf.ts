import type { DocumentType } from '#src/domain/model/document-types.ts';
import { documentLabel } from '../document-texts.ts';
import { isPhotograph, type Jpeg, type ReadPage, type Turn } from './pages.ts';

/** The width and height of A4 are in points. */
const paper = [595, 842] as const;

/** Returns undefined without pages. */
export function documentOf(
  pages: readonly ReadPage[],
  documentType: DocumentType,
): File | undefined {
  const [photograph] = pages;
  if (!photograph) return undefined;
  if (isPhotograph(documentType))
    return new File([photograph.jpeg.blob], 'passport.jpg', { type: 'image/jpeg' });
  const pdf = pdfOf(pages);
  return new File([pdf], `${documentLabel(documentType)}.pdf`, { type: pdf.type });
}

/**
 * A PDF contains a JPEG as it is, and every picture here comes from a canvas: RGB, 8 bits, no EXIF (PDF 1.4; decision
 * 024 compares libraries).
 */
export function pdfOf(pages: readonly { readonly jpeg: Jpeg; readonly turn: Turn }[]): Blob {
  const parts: (string | Blob)[] = [];
  const offsets: number[] = [];
  let length = 0;
  // All texts are ASCII, so characters are bytes.
  const write = (part: string | Blob) => {
    parts.push(part);
    length += typeof part === 'string' ? part.length : part.size;
  };
  const writeObject = (...content: readonly (string | Blob)[]) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`);
    content.forEach(write);
    write('\nendobj\n');
  };
  /** Each page is three objects: the page, its content, its picture. The first two objects are the catalog and the list. */
  const pageNumber = (index: number) => 3 + 3 * index;

  write('%PDF-1.4\n');
  writeObject('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  writeObject(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  for (const [index, { jpeg, turn }] of pages.entries()) {
    const { blob, width, height } = jpeg;
    const number = pageNumber(index);
    const [pageWidth, pageHeight] = width > height ? [paper[1], paper[0]] : paper;
    const scale = Math.min(pageWidth / width, pageHeight / height);
    const [w, h] = [width * scale, height * scale];
    const place = [w, 0, 0, h, (pageWidth - w) / 2, (pageHeight - h) / 2];
    const content = `q ${place.map((value) => value.toFixed(2)).join(' ')} cm /P Do Q`;
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Rotate ${turn} `,
      `/Resources << /XObject << /P ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`,
    );
    writeObject(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB `,
      `/BitsPerComponent 8 /Filter /DCTDecode /Length ${blob.size} >>\nstream\n`,
      blob,
      '\nendstream',
    );
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
