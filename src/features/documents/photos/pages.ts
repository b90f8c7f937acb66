import { texts } from '#language';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { fill } from '#src/language/format.ts';

export interface Jpeg {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

/** The unit is degrees, clockwise. */
export type Turn = 0 | 90 | 180 | 270;

interface PageBase {
  readonly id: string;
  readonly name: string;
  readonly turn: Turn;
}
export type ReadPage = PageBase & { readonly jpeg: Jpeg; readonly level: number };
/**
 * A page of a document that is made of pictures. It has the `file` until the picture is read. `isChosen`: the file was
 * chosen as the document itself; if it cannot be read, the row reports it like any wrong file.
 */
export type PhotoPage = (PageBase & { readonly file: File; readonly isChosen: boolean }) | ReadPage;

export interface Photos {
  readonly pages: readonly PhotoPage[];
  /** The last event, for the status line. */
  readonly message: string;
}

export const noPhotos: Photos = { pages: [], message: '' };

type Levels = readonly { readonly maxSide: number; readonly quality: number }[];
/**
 * A level has the pixels of a picture's longer side and the quality of its JPEG; the first is A4 at about 190 dpi.
 * While the pictures of a PDF are too large together, the largest one is encoded again at its next level.
 */
export const levels: Levels = [
  { maxSide: 2200, quality: 0.8 },
  { maxSide: 1800, quality: 0.7 },
  { maxSide: 1400, quality: 0.6 },
  { maxSide: 1000, quality: 0.5 },
  { maxSide: 800, quality: 0.35 },
];

/** A photograph becomes a JPEG with at most this longer side, because its field accepts neither HEIC nor WebP. */
const photographLevels: Levels = [{ maxSide: 1200, quality: 0.85 }];

/** Whether the document is one photograph. Other documents become a PDF with a page for each picture. */
export const isPhotograph = (documentType: DocumentType): boolean => documentType === 'passport';

/** At the last level, even this many pages of noise, which compresses worst, stay below the size limit. */
export const maxPages = 20;

export const pictureBudget = limits.statedFileBytes - maxPages * 1000;

export type PhotoAction =
  | {
      readonly type: 'add';
      readonly files: readonly { readonly id: string; readonly file: File }[];
      readonly isChosen?: boolean;
    }
  | { readonly type: 'encoded'; readonly id: string; readonly level: number; readonly jpeg: Jpeg }
  | { readonly type: 'unreadable'; readonly id: string; readonly message: string }
  | { readonly type: 'turn'; readonly id: string }
  | { readonly type: 'move'; readonly id: string; readonly by: -1 | 1 }
  | { readonly type: 'remove'; readonly id: string };

let lastId = 0;
export function addition(files: readonly File[], isChosen = false): PhotoAction {
  const added = files.map((file) => {
    lastId += 1;
    return { id: `photo-${lastId}`, file };
  });
  return { type: 'add', files: added, isChosen };
}

export function photosReducer(photos: Photos, action: PhotoAction): Photos {
  const text = texts().photographs;
  const { pages } = photos;
  if (action.type === 'add') {
    const { isChosen = false } = action;
    const added = action.files.slice(0, Math.max(0, maxPages - pages.length));
    const left = action.files.length - added.length;
    return {
      pages: [
        ...pages,
        ...added.map(({ id, file }) => ({ id, name: file.name, turn: 0, file, isChosen }) as const),
      ],
      message: left > 0 ? fill(text.tooMany, { max: maxPages, left }) : '',
    };
  }
  const at = pages.findIndex(({ id }) => id === action.id);
  const page = pages[at];
  // The visitor has removed the picture meanwhile.
  if (!page) return photos;
  const otherPages = pages.filter((other) => other !== page);
  const replaced = (by: PhotoPage) => pages.map((other) => (other === page ? by : other));
  switch (action.type) {
    case 'encoded': {
      const { id, name, turn } = page;
      const { jpeg, level } = action;
      return { ...photos, pages: replaced({ id, name, turn, jpeg, level }) };
    }
    case 'unreadable':
      return { pages: otherPages, message: `${photos.message} ${action.message}`.trim() };
    case 'turn': {
      const turn = ((page.turn + 270) % 360) as Turn;
      return { pages: replaced({ ...page, turn }), message: fill(text.turned, { number: at + 1 }) };
    }
    case 'move': {
      const to = at + action.by;
      if (to < 0 || to >= pages.length) return photos;
      return {
        pages: [...otherPages.slice(0, to), page, ...otherPages.slice(to)],
        message: fill(text.moved, { number: at + 1, to: to + 1 }),
      };
    }
    case 'remove':
      return { pages: otherPages, message: fill(text.removed, { number: at + 1 }) };
  }
}

export const isRead = (page: PhotoPage): page is ReadPage => 'jpeg' in page;

export type NextPicture = NonNullable<ReturnType<typeof nextPicture>>;
/** Returns the next picture to encode: first each unread one, then the largest until all fit, one at a time. */
export function nextPicture(pages: readonly PhotoPage[], documentType: DocumentType) {
  const scales = isPhotograph(documentType) ? photographLevels : levels;
  const bytes = pages.filter(isRead).reduce((sum, { jpeg }) => sum + jpeg.blob.size, 0);
  const steps = pages
    .map((page) => {
      const { id, name } = page;
      return isRead(page)
        ? { id, name, source: page.jpeg.blob, level: page.level + 1 }
        : { id, name, source: page.file, level: 0 };
    })
    .flatMap((step) => {
      const scale = scales[step.level];
      return scale ? [{ ...step, ...scale }] : [];
    });
  const unread = steps.find(({ level }) => level === 0);
  if (unread || bytes <= pictureBudget) return unread;
  return steps.sort((a, b) => b.source.size - a.source.size)[0];
}
