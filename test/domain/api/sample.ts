import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { type ApiClient, createApiClient } from '#src/domain/api/api-client.ts';
import type { MalformedItem } from '#src/domain/api/response.ts';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import { ApiError } from '#src/http/errors.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';

export const application = buildApplication({ joblistingid: '11', answers: { '101': 'Yes' } });

export const message: ContactMessage = {
  firstname: 'Ada',
  lastname: 'Sample',
  email: 'ada.sample@example.com',
  phone: '',
  msg: 'Good morning.',
  subject: '',
};

/** Uploads a few bytes, or the given body. */
export function upload(
  client: ApiClient,
  changes: Partial<Parameters<ApiClient['uploadDocument']>[0]> = {},
  options?: Parameters<ApiClient['uploadDocument']>[1],
): Promise<void> {
  return client.uploadDocument(
    {
      type: 'cv',
      filename: 'cv.pdf',
      contentType: 'application/pdf',
      body: Readable.from([Buffer.from('%PDF-1.7')]),
      applicantInfo: { ...application, applicant_id: '501' },
      final: false,
      ...changes,
    },
    options,
  );
}

/** Returns a stream of `bytes` zeros, generated while it is read. */
export function zeros(bytes: number): Readable {
  const chunk = Buffer.alloc(64 * 1024);
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= chunk.length)
        yield left < chunk.length ? chunk.subarray(0, left) : chunk;
    })(),
    { objectMode: false },
  );
}

/** Section 7's reads, with the call and the expected request. */
export const reads: readonly {
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  run(client: ApiClient): Promise<unknown>;
}[] = [
  { name: 'openingsall', path: '/api/openingsall', query: {}, run: (c) => c.listOpenings() },
  {
    name: 'companylocations',
    path: '/api/companylocations',
    query: {},
    run: (c) => c.listCompanies(),
  },
  {
    name: 'openings',
    path: '/api/openings',
    query: { company_id: '2', q: 'cook & serve' },
    run: (c) => c.searchOpenings({ company_id: '2', q: 'cook & serve' }),
  },
];

/** Section 7's writes. `accepted`: the fields beside the status of an accepting host. */
export const writes: readonly {
  readonly name: string;
  readonly accepted: Readonly<Record<string, unknown>>;
  run(
    client: ApiClient,
    options?: { signal?: AbortSignal; idempotencyKey?: string },
  ): Promise<unknown>;
}[] = [
  {
    name: 'applyjobposting',
    accepted: { data: { data: { id: 77 } } },
    run: (c, o) => c.applyToOpening(application, o),
  },
  { name: 'uploadapplicantdocument', accepted: {}, run: (c, o) => upload(c, {}, o) },
  { name: 'contact', accepted: {}, run: (c, o) => c.sendContactMessage(message, o) },
];

/** Returns a scripted host and a client of it, which last as long as the test, and the items that the client omits. */
export async function connect(
  t: TestContext,
  settings: Partial<Parameters<typeof createApiClient>[0]> = {},
) {
  const host = await startScriptedHost();
  const reported: MalformedItem[] = [];
  const client = createApiClient({
    apiHost: host.origin,
    timeoutMs: 20_000,
    onMalformedItem: (item) => reported.push(item),
    ...settings,
  });
  t.after(async () => {
    await client.close();
    await host.stop();
  });
  return { host, client, reported };
}

/** Calls `work` with a client and closes the client. */
export async function withClient<Result>(
  settings: Partial<Parameters<typeof createApiClient>[0]> & { apiHost: string },
  work: (client: ApiClient) => Promise<Result>,
): Promise<Result> {
  const client = createApiClient({ timeoutMs: 20_000, ...settings });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Returns the ApiError of a call. Throws if the call succeeds or fails with another error. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof ApiError) return outcome.error;
  throw new Error('expected an ApiError', { cause: outcome });
}
