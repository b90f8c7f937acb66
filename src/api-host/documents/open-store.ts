import { fileURLToPath } from 'node:url';
import type { DocumentStore } from './document-store.ts';
import { fileStore } from './file-store.ts';

/** The document store that DOCUMENTS_URL names; `readHostSettings` lets only known kinds through. */
export async function openDocumentStore(url: URL): Promise<DocumentStore> {
  if (url.protocol === 'file:') return fileStore(fileURLToPath(url));
  throw new Error(`No document store for ${url.protocol} addresses.`);
}
