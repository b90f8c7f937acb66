import { randomBytes } from 'node:crypto';
import type { Section } from '#src/texts/catalogue.ts';

export interface PageRecord {
  /** Written into the inline scripts of the renderer. */
  readonly nonce: string;
  readonly structuredData: object[];
  readonly sections: Set<Section>;
  /** Elements of the head that React need not know (src/framework/static-html.tsx). */
  readonly metadata: Buffer[];
  /** The stylesheet of the page (src/framework/page-styles.ts). */
  styles: 'home' | 'other';
  /** Parts of the page that are written into it after React has rendered it (src/framework/static-html.tsx). */
  readonly staticHtml: Map<string, Buffer>;
  /** The reads of the API host, by their keys. An earlier copy, and a read that fails, have no version. */
  readonly reads: Map<
    string,
    { readonly version: string | undefined; currentVersion(): Promise<string | undefined> }
  >;
  /** The page depends on a cookie or lacks some data, so it must not be stored. */
  isPrivate: boolean;
  /** The page is sent with a loading dialog before it has its openings. */
  isStreamed: boolean;
  /** Nobody waits for the page, so it waits for all of its data. */
  readonly canWait: boolean;
}

export const createPageRecord = ({ canWait = false } = {}): PageRecord => ({
  nonce: randomBytes(16).toString('hex'),
  structuredData: [],
  sections: new Set(),
  metadata: [],
  styles: 'other',
  staticHtml: new Map(),
  reads: new Map(),
  isPrivate: false,
  isStreamed: false,
  canWait,
});
