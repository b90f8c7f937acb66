import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Application } from '#src/domain/model/application.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import { ClosedOpening, type Opening } from '#src/domain/model/opening.ts';
import { baseUrlOf, socketPathOf } from '#src/http/base-url.ts';
import { createTransport, type Transport } from '#src/http/transport.ts';
import { alertCalls, hostOffersAlerts } from './alerts.ts';
import {
  applicationState,
  applyToOpening,
  type Candidate,
  checkCandidate,
} from './applications.ts';
import { isUnanswered } from './failures.ts';
import { linkCalls } from './links.ts';
import { createReads, type OpeningSearch } from './openings.ts';
import {
  type ApiHost,
  type CallObserver,
  type CallOptions,
  callUrl,
  postJson,
  request,
} from './request.ts';
import { parseItem, parseJsonObject, responseMessage } from './response.ts';
import { type DocumentUpload, uploadDocument } from './upload-document.ts';

const hostHealthSchema = z.object({
  schema: z.string().optional(),
  /** A sentence for the operator about the data that cannot be written. */
  failed: z.string().optional(),
  message: z.string().optional(),
});

export interface ApiClientOptions extends CallObserver {
  /** Base URL of the API host, or `unix:` and the path of its socket; calls go to `${apiHost}/api/…`. */
  readonly apiHost: string;
  /** The host of the second candidate check, which follows if the first result is not 1. The default is `apiHost`. */
  readonly secondaryHost?: string | undefined;
  readonly secret?: string | undefined;
  readonly timeoutMs: number;
  /** The time limit of an upload without progress. The default is `timeoutMs`. */
  readonly documentTimeoutMs?: number;
  readonly wrapTransport?: (transport: Transport) => Transport;
}

export type ApiClient = ReturnType<typeof createApiClient>;

/**
 * Section 7's calls. Each rejects with a TransportError, RefusedError or MalformedError of src/http/errors.ts.
 * Reads are retried after a temporary failure, writes never, but for a contact message to our own host.
 */
export function createApiClient({
  apiHost,
  secondaryHost = apiHost,
  secret,
  timeoutMs,
  documentTimeoutMs = timeoutMs,
  wrapTransport = (transport) => transport,
  ...observer
}: ApiClientOptions) {
  const hostAt = (address: string): ApiHost => ({
    baseUrl: baseUrlOf(address),
    transport: wrapTransport(
      createTransport({ connectTimeoutMs: timeoutMs, socketPath: socketPathOf(address) }),
    ),
    secret: address === apiHost ? secret : undefined,
    timeoutMs,
    documentTimeoutMs,
    ...observer,
  });
  const primary = hostAt(apiHost);
  const secondary = secondaryHost === apiHost ? primary : hostAt(secondaryHost);
  const reads = { ...createReads(primary), offersAlerts: () => hostOffersAlerts(primary) };
  return {
    ...callsOf(primary, secondary),
    /** The reads with the versions of their responses. The functions below return only the values. */
    reads,
    listOpenings: async (options?: CallOptions) => (await reads.listOpenings(options)).value,
    searchOpenings: async (search: OpeningSearch) => (await reads.searchOpenings(search)).value,
    listCompanies: async () => (await reads.listCompanies()).value,
    findOpening: async (id: string, options?: CallOptions) =>
      unlessClosed((await reads.readOpening(id, options)).value),
  };
}

export type ApiCalls = ReturnType<typeof callsOf>;

const callsOf = (primary: ApiHost, secondary: ApiHost) => ({
  checkCandidate: (candidate: Candidate, options?: CallOptions) =>
    checkCandidate([primary, secondary], candidate, options),
  applyToOpening: (application: Application, options?: CallOptions) =>
    applyToOpening(primary, application, options),
  /** Resolves with `stored` if the host cannot tell the state. */
  applicationState: (applicantId: string) => applicationState(primary, applicantId),
  ...linkCalls(primary),
  ...alertCalls(primary),
  uploadDocument: (document: DocumentUpload, options?: CallOptions) =>
    uploadDocument(primary, document, options),
  sendContactMessage: async (message: ContactMessage, options?: CallOptions) => {
    const key = { idempotencyKey: contactKey(message), ...options };
    const send = () => postJson(primary, 'api/contact', message, key);
    const { body } = await send().catch((error: unknown) => {
      // A host that stops may close a connection without an answer. Our host stores messages with the same key once.
      if (primary.secret === undefined || !isUnanswered(error)) throw error;
      return send();
    });
    return { message: responseMessage(body) ?? '' };
  },
  /** Resolves with the host's report about its data. Only our API host has this call. */
  checkHealth: async () => {
    const response = await request(primary, { method: 'GET', url: callUrl(primary, 'health') });
    const body = parseItem(response, hostHealthSchema, parseJsonObject(response));
    const message = `HTTP ${response.status}`;
    return { isReady: response.status === 200, message, ...body };
  },
  /** Closes the connections after the calls in progress have finished. */
  close: async () => {
    await Promise.all([...new Set([primary, secondary])].map((host) => host.transport.close()));
  },
});

export const unlessClosed = (opening: Opening | ClosedOpening | undefined): Opening | undefined =>
  opening instanceof ClosedOpening ? undefined : opening;

/** A message that is sent again on the same day, because its answer was lost, has the same key in every process. */
const contactKey = (message: ContactMessage): string =>
  hash(
    'sha256',
    JSON.stringify([new Date().toISOString().slice(0, 10), ...Object.entries(message).sort()]),
    'base64url',
  );
