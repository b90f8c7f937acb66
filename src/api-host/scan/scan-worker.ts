import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { HostLog } from '../log.ts';
import { startWorker } from '../work-queue.ts';
import type { Scanner } from './clamd.ts';
import { scanQueue } from './scan-queue.ts';

/** Scans documents in the background, one after the other. No upload waits for a scan. */
export function startScanning(
  database: HostDatabase,
  store: Pick<DocumentStore, 'read'>,
  scanner: Scanner,
  { clock, log }: { readonly clock: () => Date; readonly log: HostLog },
): BackgroundQueue {
  const queue = startWorker(database, scanQueue, {
    clock,
    log,
    failedEvent: 'scan-failed',
    attempt: ({ stored_as, bytes }) => scanner.scan(store.read(stored_as), bytes),
    onSettled({ applicant_id: applicant, type, scan_attempts: attempts }, verdict, state) {
      if (verdict.state === 'clean') log.info({ event: 'document-clean', applicant, type });
      else {
        const event = verdict.state === 'infected' ? 'document-infected' : 'document-not-scanned';
        log.warn({ event, applicant, type, attempts, state, detail: verdict.detail });
      }
    },
  });
  return {
    ...queue,
    /** Ends the scan in progress, which the next host repeats. */
    async close() {
      const closed = queue.close();
      scanner.close();
      await closed;
    },
  };
}
