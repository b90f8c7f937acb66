import { z } from 'zod';
import { ApiError } from '../../http/errors.ts';
import type { Application } from '../model/application.ts';
import { idSchema } from '../model/opening.ts';
import {
  type AcceptedBefore,
  type CandidateDecision,
  type CandidateResponse,
  decideCandidate,
  mayApply,
} from '../rules/response-status.ts';
import {
  type ApiHost,
  type CallOptions,
  callUrl,
  idempotencyKeyHeader,
  postJson,
  request,
} from './request.ts';
import { parseItem, parseJsonObject } from './response.ts';

export type Candidate = Pick<Application, 'firstname' | 'lastname' | 'emailaddress' | 'company_id'>;

const itemWithId = z.object({ id: idSchema }).transform(({ id }) => id);

/** The id is at `data.data.id` of the body, or at `data.id`: the specification's client names the body `data`. */
const applicantIdSchema = z.object({
  data: z.union([z.object({ data: itemWithId }).transform(({ data }) => data), itemWithId], {
    error: 'an accepted application without an id at data.data.id',
  }),
});

/**
 * Section 7, POST applyjobposting. Not repeated. If the application was accepted and its id cannot be
 * read, rejects with a MalformedError whose `mayHaveArrived` is true.
 */
export async function applyToOpening(
  host: ApiHost,
  application: Application,
  options?: CallOptions,
): Promise<{ applicant_id: string }> {
  const response = await postJson(host, 'applyjobposting', application, options);
  return { applicant_id: parseItem(response, applicantIdSchema, response.body).data };
}

/**
 * Section 7, GET validatecandidate, with contract decision 2: the second host is called only if the first
 * did not respond with 1. There are no retries, since the second call is one. Rejects only when aborted.
 * With an `idempotencyKey`, a host that stored the application under that key includes the applicant id in
 * its refusal.
 */
export async function checkCandidate(
  hosts: readonly ApiHost[],
  candidate: Candidate,
  options: CallOptions = {},
): Promise<CandidateDecision> {
  const responses: CandidateResponse[] = [];
  for (const host of hosts) {
    const response = await validateCandidate(host, candidate, options);
    if (typeof response === 'object') return response;
    responses.push(response);
    if (response === 'allowed') break;
  }
  return decideCandidate(responses);
}

async function validateCandidate(
  host: ApiHost,
  { firstname, lastname, emailaddress, company_id }: Candidate,
  options: CallOptions,
): Promise<CandidateResponse | AcceptedBefore> {
  try {
    const response = await request(host, {
      method: 'GET',
      url: callUrl(host, 'validatecandidate', { firstname, lastname, emailaddress, company_id }),
      headers: idempotencyKeyHeader(options),
      signal: options.signal,
      timeout: { kind: 'total', ms: host.timeoutMs },
    });
    const body = parseJsonObject(response);
    const isHostError = response.status >= 500 || response.status === 429;
    if (isHostError || !body || !('status' in body)) return 'no-response';
    if (mayApply(body.status)) return 'allowed';
    const applicantId = applicantIdSchema.safeParse(body);
    return options.idempotencyKey !== undefined && applicantId.success
      ? { applicant_id: applicantId.data.data }
      : 'refused';
  } catch (error) {
    if (error instanceof ApiError && !options.signal?.aborted) return 'no-response';
    throw error;
  }
}
