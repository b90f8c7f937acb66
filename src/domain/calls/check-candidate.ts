import { HostError } from '../../http/errors.ts';
import type { Application } from '../model/application.ts';
import { type CandidateAnswer, decideCandidate } from '../rules/candidate.ts';
import { mayApply } from '../rules/success.ts';
import { type CallOptions, callUrl, exchange, type Host } from './host.ts';
import { jsonObject } from './reply.ts';

export type Candidate = Pick<Application, 'firstname' | 'lastname' | 'emailaddress' | 'company_id'>;

/**
 * Section 7, GET validatecandidate, with contract decision 2: the second host is asked only when the first
 * did not answer 1. Each is asked once, since the second question is the retry. Rejects only when aborted.
 */
export async function checkCandidate(
  hosts: readonly Host[],
  candidate: Candidate,
  options: CallOptions = {},
): Promise<'may-apply' | 'refused' | 'unreachable'> {
  const answers: CandidateAnswer[] = [];
  for (const host of hosts) {
    const answer = await ask(host, candidate, options);
    answers.push(answer);
    if (answer === 'allowed') break;
  }
  return decideCandidate(answers);
}

async function ask(host: Host, candidate: Candidate, options: CallOptions) {
  const { firstname, lastname, emailaddress, company_id } = candidate;
  try {
    const reply = await exchange(host, {
      method: 'GET',
      url: callUrl(host, 'validatecandidate', { firstname, lastname, emailaddress, company_id }),
      signal: options.signal,
      limit: { kind: 'whole', ms: host.timeoutMs },
    });
    const body = jsonObject(reply);
    const makesSense = reply.status < 500 && reply.status !== 429 && body && 'status' in body;
    if (!makesSense) return 'silent';
    return mayApply(body.status) ? 'allowed' : 'refused';
  } catch (error) {
    if (error instanceof HostError && !options.signal?.aborted) return 'silent';
    throw error;
  }
}
