import { type BackgroundQueue, startQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { HostLog } from '../log.ts';
import type { Scanner } from './clamd.ts';
import { claimScan, settleScan } from './scan-queue.ts';

/** Documents are looked for at this interval, and at once after one was received. */
const intervalMs = 10_000;

/** Scans documents in the background, one after the other: an upload never waits for it. */
export function startScanning(
  database: HostDatabase,
  store: Pick<DocumentStore, 'read'>,
  scanner: Scanner,
  { clock, log }: { readonly clock: () => Date; readonly log: HostLog },
): BackgroundQueue {
  const scanNext = async (): Promise<boolean> => {
    const document = await claimScan(database, clock());
    if (!document) return false;
    const { applicant_id: applicant, type, scan_attempts: attempts } = document;
    const verdict = await scanner.scan(store.read(document.stored_as), document.bytes);
    const state = await settleScan(database, document, verdict, clock());
    if (verdict.state === 'clean') log.info({ event: 'document-clean', applicant, type });
    else {
      const event = verdict.state === 'infected' ? 'document-infected' : 'document-not-scanned';
      log.warn({ event, applicant, type, attempts, state, detail: verdict.detail });
    }
    return true;
  };
  const queue = startQueue(scanNext, {
    intervalMs,
    onError: (error) => log.warn({ event: 'scan-failed', error }),
  });
  return {
    ...queue,
    /** The scan in progress is ended, and repeated by the next host. */
    async close() {
      const closed = queue.close();
      scanner.close();
      await closed;
    },
  };
}
