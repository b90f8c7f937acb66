import { z } from 'zod';
import type { Application } from '#src/domain/model/application.ts';
import { messages } from '#src/domain/model/messages.ts';
import { idSchema } from '#src/domain/model/opening.ts';
import { ApiError, callInfo, failureName, RefusedError } from '#src/http/errors.ts';
import { getInTime, mailUntil } from './own-calls.ts';
import { type ApiHost, type CallOptions, callUrl, postJson, request } from './request.ts';
import { parseItem, parseJsonObject, responseMessage } from './response.ts';
import { isSuccess, mayApply } from './response-status.ts';

export type Candidate = Pick<Application, 'firstname' | 'lastname' | 'emailaddress' | 'company_id'>;

const itemWithId = z.object({ id: idSchema }).transform(({ id }) => id);

/** The id is at `data.data.id` of the body, or at `data.id`: the specification's client names the body `data`. */
export const applicantIdSchema = z.object({
  data: z.union([z.object({ data: itemWithId }).transform(({ data }) => data), itemWithId], {
    error: 'an accepted application without an id at data.data.id',
  }),
});

/**
 * Section 7, POST applyjobposting. The call is never repeated. If the application was accepted and its id cannot be read,
 * the function rejects with a MalformedError whose `mayHaveArrived` is true.
 */
export async function applyToOpening(
  host: ApiHost,
  application: Application,
  options: CallOptions = {},
): Promise<{ applicant_id: string; mail_until?: string }> {
  // Only our API host, which gets a secret, writes mails and needs the language. Section 7 has no such header.
  const language = host.secret !== undefined ? options.language : undefined;
  const response = await postJson(host, 'api/applyjobposting', application, {
    ...options,
    language,
  });
  const { data: applicant_id } = parseItem(response, applicantIdSchema, response.body);
  const mail_until = mailUntil(response.body);
  return { applicant_id, ...(mail_until !== undefined && { mail_until }) };
}

/**
 * `unreachable` means that there was no valid response. A host that has already stored this application under the idempotency
 * key of the check answers with its id.
 */
type CandidateDecision =
  | 'may-apply'
  | 'refused'
  | 'unreachable'
  | { readonly applicant_id: string };

/**
 * Section 7, GET validatecandidate, with contract decision 2: the second host is called only if the first did not
 * respond with 1, and one host that allows the candidate is enough (sections 4 and 8). There are no other retries. The
 * function rejects when it is aborted, and with a RefusedError if no host decided about the candidate and one of them
 * refused the call itself (401, 403) or did not know the company (404).
 */
export async function checkCandidate(
  hosts: readonly ApiHost[],
  candidate: Candidate,
  options: CallOptions = {},
): Promise<CandidateDecision> {
  let isRefused = false;
  let refusedCall: RefusedError | undefined;
  for (const host of hosts) {
    const decision = await validateCandidate(host, candidate, options);
    if (decision instanceof RefusedError) refusedCall ??= decision;
    else if (decision === 'refused') isRefused = true;
    else if (decision !== 'unreachable') return decision;
  }
  if (isRefused) return 'refused';
  if (refusedCall) throw refusedCall;
  return 'unreachable';
}

async function validateCandidate(
  host: ApiHost,
  { firstname, lastname, emailaddress, company_id }: Candidate,
  options: CallOptions,
): Promise<CandidateDecision | RefusedError> {
  const query = { firstname, lastname, emailaddress, company_id };
  const url = callUrl(host, 'api/validatecandidate', query);
  const unusable = (kind: string, httpStatus?: number): 'unreachable' => {
    host.onUnusableCheck?.({
      url: callInfo('GET', url).url,
      kind,
      ...(httpStatus && { httpStatus }),
    });
    return 'unreachable';
  };
  try {
    const response = await request(host, { method: 'GET', url }, options);
    const { status: httpStatus } = response;
    const body = parseJsonObject(response);
    if (isRefusedCall(httpStatus))
      return new RefusedError(response.call, {
        httpStatus,
        message: responseMessage(body) ?? messages.unspecified,
        body,
      });
    if (httpStatus >= 500 || httpStatus === 429) return unusable('http-error', httpStatus);
    if (!body) return unusable('not-json', httpStatus);
    if (!('status' in body)) return unusable('no-status', httpStatus);
    if (mayApply(body.status)) return 'may-apply';
    // By section 7 these values are a refusal, but the host may mean yes, so they are reported.
    if (isSuccess(body.status) || body.status === '1') unusable('wrong-type', httpStatus);
    const applicantId = applicantIdSchema.safeParse(body);
    return options.idempotencyKey !== undefined && applicantId.success
      ? { applicant_id: applicantId.data.data }
      : 'refused';
  } catch (error) {
    if (!(error instanceof ApiError) || options.signal?.aborted) throw error;
    return unusable(failureName(error));
  }
}

const stateSchema = z.object({
  exists: z.boolean(),
  withdrawn: z.boolean().optional(),
  takes_documents: z.boolean().default(true),
});

/** `closed`: the company has refused the application, so it takes no more documents. */
export type ApplicationState = 'stored' | 'withdrawn' | 'closed' | 'erased';

/** Only our API host has this call. Any other answer counts as `stored`, and so does a missing answer. */
export async function applicationState(
  host: ApiHost,
  applicantId: string,
): Promise<ApplicationState> {
  const response = await getInTime(host, `applications/${encodeURIComponent(applicantId)}`);
  const body = response && stateSchema.safeParse(parseJsonObject(response));
  if (response?.status !== 200 || !body?.success) return 'stored';
  if (!body.data.exists) return 'erased';
  if (body.data.withdrawn) return 'withdrawn';
  return body.data.takes_documents ? 'stored' : 'closed';
}

const isRefusedCall = (httpStatus: number): boolean => [401, 403, 404].includes(httpStatus);
