import { z } from 'zod';
import { socketPathOf } from '../../http/base-url.ts';
import { createTransport, type Transport } from '../../http/transport.ts';
import type { Application, ContactMessage } from '../model/application.ts';
import type { LinkedApplication } from '../model/linked-application.ts';
import { ClosedOpening, type Company, type Opening } from '../model/opening.ts';
import type { CandidateDecision } from '../rules/response-status.ts';
import {
  type ApplicationState,
  applicationState,
  applyToOpening,
  type Candidate,
  checkCandidate,
} from './applications.ts';
import { eraseByLink, readLink, registerLink, withdrawByLink } from './links.ts';
import { createReads, type OpeningSearch, type VersionedReads } from './openings.ts';
import {
  type ApiHost,
  type CallOptions,
  type CompletedCall,
  postJson,
  request,
  type UnusableCheck,
} from './request.ts';
import { type MalformedItem, parseJsonObject, responseMessage } from './response.ts';
import { type DocumentUpload, uploadDocument } from './upload-document.ts';

/**
 * Section 7's calls. Each rejects with a TransportError, RefusedError or MalformedError of src/http/errors.ts.
 * Reads are retried after a temporary failure, writes never.
 */
export interface ApiClient {
  /** For a cache, which compares versions. The reads below are these without the version. */
  readonly versioned: VersionedReads;
  listOpenings(options?: CallOptions): Promise<Opening[]>;
  searchOpenings(search: OpeningSearch, options?: CallOptions): Promise<Opening[]>;
  listCompanies(options?: CallOptions): Promise<Company[]>;
  readOpening(id: string, options?: CallOptions): Promise<Opening | ClosedOpening | undefined>;
  /** `readOpening`, where a closed opening is one that does not exist. */
  findOpening(id: string, options?: CallOptions): Promise<Opening | undefined>;
  checkCandidate(candidate: Candidate, options?: CallOptions): Promise<CandidateDecision>;
  applyToOpening(
    application: Application,
    options?: CallOptions,
  ): Promise<{ applicant_id: string }>;
  /** What became of an application that the host accepted; `stored` if it cannot tell. */
  applicationState(applicantId: string): Promise<ApplicationState>;
  /**
   * The calls for links of applicants, which only our API host has. `registerLink` resolves with the end of the link, or
   * with undefined where the host has no links or does not respond; the others with undefined or false if there is no such
   * link.
   */
  registerLink(applicantId: string, token: string): Promise<string | undefined>;
  readLink(token: string): Promise<LinkedApplication | undefined>;
  withdrawByLink(token: string): Promise<boolean>;
  /** Resolves with the id of the applicant whose application was erased. */
  eraseByLink(token: string): Promise<string | undefined>;
  uploadDocument(document: DocumentUpload, options?: CallOptions): Promise<void>;
  /** Section 7, POST contact. Resolves with the response's message, which may be empty. */
  sendContactMessage(message: ContactMessage, options?: CallOptions): Promise<{ message: string }>;
  /** Whether the host can write its data. Only our API host has this call. */
  checkHealth(): Promise<HostHealth>;
  /** Calls in progress may finish; connections are closed. */
  close(): Promise<void>;
}

export interface HostHealth {
  readonly isReady: boolean;
  /** The version of the schema of its database. */
  readonly schema?: string | undefined;
  /** What cannot be written, and a sentence for the operator about it. */
  readonly failed?: string | undefined;
  readonly message?: string | undefined;
}

const hostHealthSchema = z.object({
  schema: z.string().optional(),
  failed: z.string().optional(),
  message: z.string().optional(),
});

export interface ApiClientOptions {
  /** Base URL of the API host, or `unix:` and the path of its socket; calls go to `${apiHost}/api/…`. */
  readonly apiHost: string;
  /** For the second candidate check, when the first is not 1. Default: `apiHost`. */
  readonly secondaryHost?: string | undefined;
  /** Sent to `apiHost` with every call, as a bearer token. */
  readonly secret?: string | undefined;
  readonly timeoutMs: number;
  /** Each period without progress of a document. Default: `timeoutMs`. */
  readonly documentTimeoutMs?: number;
  readonly onMalformedItem?: ((item: MalformedItem) => void) | undefined;
  /** Called after each request, retries included. */
  readonly onCallCompleted?: ((event: CompletedCall) => void) | undefined;
  /** What sends the requests instead of the transport, such as `traceCalls`. */
  readonly wrapTransport?: ((transport: Transport) => Transport) | undefined;
  /** Called for each response to the candidate check that cannot be used, with what it is. */
  readonly onUnusableCheck?: ((check: UnusableCheck) => void) | undefined;
}

export function createApiClient(settings: ApiClientOptions): ApiClient {
  const hostAt = (address: string): ApiHost => ({
    baseUrl:
      // linear: the address is a setting
      socketPathOf(address) === undefined ? address.replace(/\/+$/, '') : 'http://unix-socket',
    transport: (settings.wrapTransport ?? ((transport) => transport))(
      createTransport({
        connectTimeoutMs: settings.timeoutMs,
        socketPath: socketPathOf(address),
      }),
    ),
    headers:
      settings.secret !== undefined && address === settings.apiHost
        ? { authorization: `Bearer ${settings.secret}` }
        : {},
    timeoutMs: settings.timeoutMs,
    documentTimeoutMs: settings.documentTimeoutMs ?? settings.timeoutMs,
    onMalformedItem: settings.onMalformedItem ?? (() => {}),
    onCallCompleted: settings.onCallCompleted ?? (() => {}),
    onUnusableCheck: settings.onUnusableCheck ?? (() => {}),
  });
  const primary = hostAt(settings.apiHost);
  const { secondaryHost = settings.apiHost } = settings;
  const secondary = secondaryHost === settings.apiHost ? primary : hostAt(secondaryHost);
  const versioned = createReads(primary);
  const readOpening = async (id: string, options?: CallOptions) =>
    (await versioned.readOpening(id, options)).value;
  return {
    versioned,
    listOpenings: async (options) => (await versioned.listOpenings(options)).value,
    searchOpenings: async (search, options) =>
      (await versioned.searchOpenings(search, options)).value,
    listCompanies: async (options) => (await versioned.listCompanies(options)).value,
    readOpening,
    findOpening: async (id, options) => unlessClosed(await readOpening(id, options)),
    checkCandidate: (candidate, options) =>
      checkCandidate([primary, secondary], candidate, options),
    applyToOpening: (application, options) => applyToOpening(primary, application, options),
    applicationState: (applicantId) => applicationState(primary, applicantId),
    registerLink: (applicantId, token) => registerLink(primary, applicantId, token),
    readLink: (token) => readLink(primary, token),
    withdrawByLink: (token) => withdrawByLink(primary, token),
    eraseByLink: (token) => eraseByLink(primary, token),
    uploadDocument: (document, options) => uploadDocument(primary, document, options),
    sendContactMessage: async (message, options) => {
      const { body } = await postJson(primary, 'contact', message, options);
      return { message: responseMessage(body) ?? '' };
    },
    checkHealth: async () => {
      const response = await request(primary, {
        method: 'GET',
        url: new URL(`${primary.baseUrl}/health`),
        timeout: { kind: 'total', ms: settings.timeoutMs },
      });
      const body = hostHealthSchema.parse(parseJsonObject(response));
      return { isReady: response.status === 200, ...body };
    },
    close: async () => {
      await Promise.all([...new Set([primary, secondary])].map((host) => host.transport.close()));
    },
  };
}

/** An opening that can be applied to. */
export const unlessClosed = (opening: Opening | ClosedOpening | undefined): Opening | undefined =>
  opening instanceof ClosedOpening ? undefined : opening;
