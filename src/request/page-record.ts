import { randomBytes } from 'node:crypto';

/** What is noted while a page is rendered. */
export interface PageRecord {
  /** Written into the inline scripts of the renderer. */
  readonly nonce: string;
  readonly structuredData: object[];
  /** The parts of the page that are written into it when React has rendered it (src/framework/static-html.tsx). */
  readonly staticHtml: Map<string, Buffer>;
  /** The API reads with the version that each had; undefined: an earlier copy, because the API host does not respond. */
  readonly reads: Map<string, string | undefined>;
  /** Reads in progress: a page that is complete before them lacks their data. */
  pendingReads: number;
  /** The page depends on a cookie or lacks some data, so it must not be stored. */
  isPrivate: boolean;
  /** Nobody waits for the page, so it waits for all of its data. */
  readonly canWait: boolean;
}

export const createPageRecord = ({ canWait = false } = {}): PageRecord => ({
  nonce: randomBytes(16).toString('hex'),
  structuredData: [],
  staticHtml: new Map(),
  reads: new Map(),
  pendingReads: 0,
  isPrivate: false,
  canWait,
});
