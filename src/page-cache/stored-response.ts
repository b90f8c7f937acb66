import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader, requestIdOf } from '#src/http/request-id.ts';
import { type ContentCoding, contentCodings, preferredCoding } from '#src/request/accepts.ts';
import { etagOf } from '#src/request/etag.ts';
import { codedEtag, compressBytes } from './compress.ts';

type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** A complete response in memory, with its compressed variants. */
export interface StoredResponse {
  readonly common: HeaderPairs;
  readonly identity: Variant;
  readonly coded: Map<ContentCoding, Variant>;
  readonly codings: readonly ContentCoding[];
}

interface Variant {
  readonly body: Buffer<ArrayBuffer>;
  readonly etag: string;
  /** Names and values in turn, as Node accepts them. */
  readonly headers: readonly string[];
  /** The headers of a 304. Browsers keep the policy of the response that they stored. */
  readonly validators: readonly string[];
}

/** Each variant has its own values of these headers, so the values of the response are dropped. */
const variantHeaders = new Set(['etag', 'content-encoding', 'content-length', 'transfer-encoding']);
const validatorNames = new Set(['etag', 'vary', 'cache-control']);

export type CodedBytes = Readonly<Partial<Record<ContentCoding, Buffer<ArrayBuffer>>>>;

/**
 * @param headers of all variants; an `etag` among them belongs to the uncompressed variant
 * @param coded the only codings in which the response is sent; if absent, `compressStored` compresses it
 */
export function storeResponse(
  body: Buffer<ArrayBuffer>,
  headers: Headers,
  coded?: CodedBytes,
): StoredResponse {
  const common = [...headers].filter(([name]) => !variantHeaders.has(name));
  const identity = variantOf(body, headers.get('etag') ?? etagOf(body), common);
  const codings = contentCodings.filter((coding) => !coded || coded[coding]);
  const stored = { common, identity, coded: new Map<ContentCoding, Variant>(), codings };
  for (const coding of codings) {
    const bytes = coded?.[coding];
    if (bytes) stored.coded.set(coding, codedVariant(stored, coding, bytes));
  }
  return stored;
}

function variantOf(body: Buffer<ArrayBuffer>, etag: string, common: HeaderPairs): Variant {
  const length = String(body.length);
  const headers: HeaderPairs = [...common, ['etag', etag], ['content-length', length]];
  const validators = headers.filter(([name]) => validatorNames.has(name));
  return { body, etag, headers: headers.flat(), validators: validators.flat() };
}

const codedVariant = (
  { common, identity }: StoredResponse,
  coding: ContentCoding,
  body: Buffer<ArrayBuffer>,
): Variant =>
  variantOf(body, codedEtag(identity.etag, coding), [...common, ['content-encoding', coding]]);

/** Each coding is compressed once, in another thread. */
export async function compressStored(
  stored: StoredResponse,
  coding: ContentCoding,
): Promise<Variant> {
  const existing = stored.coded.get(coding);
  if (existing) return existing;
  const variant = codedVariant(stored, coding, await compressBytes(coding, stored.identity.body));
  stored.coded.set(coding, variant);
  return variant;
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** The response to a HEAD has the body too, because the server discards it. */
export async function toResponse(
  stored: StoredResponse,
  { headers: sent }: Request,
): Promise<Response> {
  const coding = preferredCoding(sent.get('accept-encoding') ?? undefined, stored.codings);
  const { body, etag, headers, validators }: Variant =
    coding === undefined ? stored.identity : await compressStored(stored, coding);
  if (matchesEtag(sent.get('if-none-match') ?? undefined, etag))
    return new Response(null, { status: 304, headers: toHeaders(validators) });
  return new Response(body, { headers: toHeaders(headers) });
}

function toHeaders(names: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < names.length; index += 2)
    headers.append(names[index] ?? '', names[index + 1] ?? '');
  return headers;
}

/** Answers a GET or HEAD with Node's own objects: conversions to Request and Response take longer than the response. */
export function writeStored(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { body, etag, headers, validators }: Variant,
): void {
  const id = requestIdOf((name) => incoming.headers[name]?.toString());
  if (matchesEtag(incoming.headers['if-none-match'], etag))
    outgoing.writeHead(304, [...validators, requestIdHeader, id]).end();
  else {
    outgoing.writeHead(200, [...headers, requestIdHeader, id]);
    outgoing.end(incoming.method === 'HEAD' ? undefined : body);
  }
}
