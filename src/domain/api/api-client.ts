import { createTransport } from '../../http/transport.ts';
import type { Application } from '../model/application.ts';
import type { Company } from '../model/company.ts';
import type { ContactMessage } from '../model/contact-message.ts';
import type { Opening } from '../model/opening.ts';
import type { CandidateDecision } from '../rules/candidate.ts';
import { applyToOpening } from './apply-to-opening.ts';
import { type Candidate, checkCandidate } from './check-candidate.ts';
import { findOpening } from './find-opening.ts';
import { listCompanies } from './list-companies.ts';
import { listOpenings } from './list-openings.ts';
import { listOpeningsUnused } from './list-openings-unused.ts';
import type { ApiHost, CallEvent, CallOptions, MalformedItem } from './request.ts';
import { searchOpenings } from './search-openings.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { type DocumentUpload, uploadDocument } from './upload-document.ts';

/**
 * Section 7's calls. Each rejects with a TransportError, RefusedError or MalformedError of src/http/errors.ts.
 * Reads are repeated a little where that may help, writes never.
 */
export interface ApiClient {
  listOpenings(options?: CallOptions): Promise<Opening[]>;
  searchOpenings(
    search: { readonly company_id: string; readonly q: string },
    options?: CallOptions,
  ): Promise<Opening[]>;
  listCompanies(options?: CallOptions): Promise<Company[]>;
  findOpening(id: string, options?: CallOptions): Promise<Opening | undefined>;
  listOpeningsUnused(options?: CallOptions): Promise<Opening[]>;
  checkCandidate(candidate: Candidate, options?: CallOptions): Promise<CandidateDecision>;
  applyToOpening(
    application: Application,
    options?: CallOptions,
  ): Promise<{ applicant_id: string }>;
  uploadDocument(document: DocumentUpload, options?: CallOptions): Promise<void>;
  sendContactMessage(message: ContactMessage, options?: CallOptions): Promise<{ message: string }>;
  /** Calls under way may finish; connections are closed. */
  close(): Promise<void>;
}

export interface ApiClientOptions {
  /** Origin of the API host, or the address it lives under; calls go to `${apiHost}/api/…`. */
  readonly apiHost: string;
  /** Asked when the first candidate check is not 1; `apiHost` again by default. */
  readonly secondaryHost?: string | undefined;
  readonly timeoutMs: number;
  readonly onMalformedItem?: ((item: MalformedItem) => void) | undefined;
  /** Told of each exchange when it ends, repetitions included. */
  readonly onCall?: ((event: CallEvent) => void) | undefined;
}

export function createApiClient(settings: ApiClientOptions): ApiClient {
  const transport = createTransport({ connectTimeoutMs: settings.timeoutMs });
  const hostAt = (address: string): ApiHost => ({
    base: address.replace(/\/+$/, ''),
    transport,
    timeoutMs: settings.timeoutMs,
    onMalformedItem: settings.onMalformedItem ?? (() => {}),
    onCall: settings.onCall ?? (() => {}),
  });
  const primary = hostAt(settings.apiHost);
  const hosts = [primary, hostAt(settings.secondaryHost ?? settings.apiHost)];
  return {
    listOpenings: (options) => listOpenings(primary, options),
    searchOpenings: (search, options) => searchOpenings(primary, search, options),
    listCompanies: (options) => listCompanies(primary, options),
    findOpening: (id, options) => findOpening(primary, id, options),
    listOpeningsUnused: (options) => listOpeningsUnused(primary, options),
    checkCandidate: (candidate, options) => checkCandidate(hosts, candidate, options),
    applyToOpening: (application, options) => applyToOpening(primary, application, options),
    uploadDocument: (document, options) => uploadDocument(primary, document, options),
    sendContactMessage: (message, options) => sendContactMessage(primary, message, options),
    close: () => transport.close(),
  };
}
