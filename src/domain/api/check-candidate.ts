import { HostError } from '../../http/errors.ts';
import type { Application } from '../model/application.ts';
import {
  type AlreadyAccepted,
  type CandidateAnswer,
  type CandidateDecision,
  decideCandidate,
} from '../rules/candidate.ts';
import { mayApply } from '../rules/success.ts';
import { applicantIdSchema } from './apply-to-opening.ts';
import { jsonObject } from './reply.ts';
import {
  type ApiHost,
  type CallOptions,
  callUrl,
  idempotencyKeyHeader,
  request,
} from './request.ts';

export type Candidate = Pick<Application, 'firstname' | 'lastname' | 'emailaddress' | 'company_id'>;

/**
 * Section 7, GET validatecandidate, with contract decision 2: the second host is asked only when the first
 * did not answer 1. Each is asked once, since the second question is the retry. Rejects only when aborted.
 * With the `idempotencyKey` of an application whose answer was lost, a host that knows the key says beside its
 * refusal which applicant it made of it; a host that knows no keys is understood as ever.
 */
export async function checkCandidate(
  hosts: readonly ApiHost[],
  candidate: Candidate,
  options: CallOptions = {},
): Promise<CandidateDecision> {
  const answers: CandidateAnswer[] = [];
  for (const host of hosts) {
    const answer = await ask(host, candidate, options);
    if (typeof answer === 'object') return answer;
    answers.push(answer);
    if (answer === 'allowed') break;
  }
  return decideCandidate(answers);
}

async function ask(
  host: ApiHost,
  candidate: Candidate,
  options: CallOptions,
): Promise<CandidateAnswer | AlreadyAccepted> {
  const { firstname, lastname, emailaddress, company_id } = candidate;
  try {
    const reply = await request(host, {
      method: 'GET',
      url: callUrl(host, 'validatecandidate', { firstname, lastname, emailaddress, company_id }),
      headers: idempotencyKeyHeader(options),
      signal: options.signal,
      limit: { kind: 'whole', ms: host.timeoutMs },
    });
    const body = jsonObject(reply);
    const makesSense = reply.status < 500 && reply.status !== 429 && body && 'status' in body;
    if (!makesSense) return 'silent';
    if (mayApply(body.status)) return 'allowed';
    const taken = applicantIdSchema.safeParse(body);
    const knowsKey = options.idempotencyKey !== undefined && taken.success;
    return knowsKey ? { applicant_id: taken.data.data } : 'refused';
  } catch (error) {
    if (error instanceof HostError && !options.signal?.aborted) return 'silent';
    throw error;
  }
}
