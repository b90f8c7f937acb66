import { randomBytes } from 'node:crypto';
import type { Section } from '#src/texts/catalogue.ts';

export interface PageRecord {
  /** The nonce that Waku and React write into their inline scripts. */
  readonly nonce: string;
  readonly structuredData: object[];
  readonly sections: Set<Section>;
  /** Elements of the head that React need not know (src/framework/static-html.tsx). */
  readonly metadata: Buffer[];
  /** The stylesheet of the page (src/framework/page-styles.ts). */
  styles: 'home' | 'other';
  /** Parts that are inserted into the page after React has rendered it (src/framework/static-html.tsx). */
  readonly staticHtml: Map<string, Buffer>;
  /** The reads of the API host, by their keys. An earlier copy or a failed read has no version. */
  readonly reads: Map<
    string,
    { readonly version: string | undefined; currentVersion(): Promise<string | undefined> }
  >;
  /** Whether the page depends on a cookie or lacks data, so that it must not be stored. */
  isPrivate: boolean;
  /** Whether the page is sent with a loading dialog before it has its openings. */
  isStreamed: boolean;
  /** Whether no visitor waits for the page, so that it can wait for all of its data. */
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
