import type { Erased, Selection } from './admin/erase.ts';
import type { ApplicationLinks } from './application-links.ts';
import type { ApplicationStore } from './applications.ts';
import type { ContactMessageStore } from './contact-messages.ts';
import type { DataProblem } from './data.ts';
import type { DocumentCleanup } from './documents/document-cleanup.ts';
import type { DocumentRecords } from './documents/document-records.ts';
import type { HostLog } from './log.ts';
import type { OpeningStore } from './openings.ts';

/** What the app and its routes are made of. */
export interface AppParts {
  readonly openings: OpeningStore;
  readonly applications: ApplicationStore;
  readonly messages: ContactMessageStore;
  readonly links: ApplicationLinks;
  readonly erase: (what: Selection) => Promise<Erased>;
  readonly records: DocumentRecords;
  readonly cleanup: DocumentCleanup;
  /** Called after an application was stored or withdrawn, with its mails. */
  readonly onMailStored: () => void;
  /** Called after a document was recorded. */
  readonly onReceived: () => void;
  /** Of a document. */
  readonly maxBytes: number;
  /** How long an upload may send nothing before it is aborted. */
  readonly idleMs: number;
  /** Every call but /health needs it as a bearer token; absent: all are accepted. */
  readonly secret: string | undefined;
  readonly checkData: () => Promise<DataProblem | undefined>;
  readonly schemaVersion: string;
  readonly clock: () => Date;
  readonly log: HostLog;
}
