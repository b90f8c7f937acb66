import type { AlertStore } from '../alerts/alert-store.ts';
import type { ApplicationLinks } from '../applications/application-links.ts';
import type { ApplicationStore } from '../applications/application-store.ts';
import type { ContactMessageStore } from '../contact-messages.ts';
import type { DataProblem } from '../data.ts';
import type { DocumentCleanup } from '../documents/document-cleanup.ts';
import type { DocumentRecords } from '../documents/document-records.ts';
import type { Erased, Selection } from '../erase.ts';
import type { HostContext } from '../log.ts';
import type { OpeningStore } from '../openings/opening-store.ts';
import type { Poller } from '../queue/poller.ts';

export interface AppParts extends HostContext {
  readonly openings: OpeningStore;
  readonly applications: ApplicationStore;
  readonly messages: ContactMessageStore;
  readonly links: ApplicationLinks;
  /** Links of mails that were sent before work also if the host no longer sends mail. */
  readonly alertStore: AlertStore;
  readonly erase: (what: Selection) => Promise<Erased>;
  readonly records: DocumentRecords;
  readonly cleanup: DocumentCleanup;
  /** Absent without mail. */
  readonly mailer: Poller | undefined;
  /** Whether the host can mail lost links: it needs mail and the address of the site. */
  readonly mailsLinks: boolean;
  /** Absent if the host has no mail or no address of the site. Then no alert can be requested. */
  readonly alerts: Poller | undefined;
  readonly scanning: Poller | undefined;
  readonly maxBytes: number;
  /** The time without data after which an upload is aborted. */
  readonly idleMs: number;
  /** Every call except /health must send this as a bearer token. Without a secret the host accepts all calls. */
  readonly secret: string | undefined;
  readonly checkData: () => Promise<DataProblem | undefined>;
  readonly schemaVersion: string;
}
