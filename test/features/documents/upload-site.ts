import { Hono } from 'hono';
import { listen } from '#cli/server/http-server.ts';
import { createApiClient } from '#src/domain/api/api-client.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { submissionState } from '#src/features/documents/submission-state.ts';
import { uploadProxy } from '#src/features/documents/upload-proxy.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';

const application = buildApplication();

/** The upload proxy on a real port with a scripted host and one accepted application's ticket. */
export async function startUploadSite(
  options: {
    maxBytes?: number;
    timeoutMs?: number;
    needed?: DocumentType[];
    /** The API host is ours. */
    secret?: string | undefined;
  } = {},
) {
  const host = await startScriptedHost();
  const submissions = openSubmissionRepository({ file: ':memory:', secret: 's'.repeat(32) });
  const of = { needed: options.needed };
  const id = await acceptSubmission(submissions, 'applicant-1', undefined, application, of);
  const { timeoutMs = 5000, secret } = options;
  const client = createApiClient({ apiHost: host.origin, timeoutMs, secret });
  const app = new Hono<SiteEnv>().use(withRequestContext());
  const maxBytes = options.maxBytes ?? 1_000_000;
  const parts = { client: () => client, submissions: () => submissions, maxBytes };
  app.post('/api/uploadapplicantdocument', uploadProxy(parts));
  app.get('/api/submission', submissionState(parts));
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    idleMs: 10_000,
    responseMs: 10_000,
    site: Promise.resolve({
      sendStored: () => false,
      longHeaders: () => '',
      fetch: async (request, bindings) => app.fetch(request, bindings),
    }),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const cookie = `upload_ticket=${submissions.ticket(id)}`;
  const url = `${origin}/api/uploadapplicantdocument`;
  return {
    host,
    submissions,
    origin,
    url,
    cookie,
    /** The documents that reached the host, in order. */
    forwarded: () =>
      host.callsTo('uploadapplicantdocument').map(({ parts }) => {
        const part = (name: string) => parts.find((each) => each.name === name);
        const type = part('document_type')?.value ?? '';
        const { applicant_id: applicantId } = JSON.parse(part('applicant_info')?.value ?? '{}');
        return { type, file: part(type), applicantId, isFinal: part('final_file') !== undefined };
      }),
    received: async (...types: DocumentType[]) => {
      for (const type of types) await submissions.markReceived(id, type);
    },
    /** Sends a form like the site's script, or like a plain form with a different `accept` header. */
    post: (body: FormData, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { cookie, accept: 'application/json', ...headers },
      }),
    async [Symbol.asyncDispose]() {
      await server.close(0);
      await client.close();
      await host.stop();
      await submissions.close();
    },
  };
}

export const pdf = (bytes = 2000) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]);

type NamedFile = readonly [type: string, name: string, bytes: Uint8Array];
export const form = (...files: readonly NamedFile[]) => formWith({}, ...files);

export function formWith(
  fields: Readonly<Record<string, string>>,
  ...files: readonly NamedFile[]
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [type, name, bytes] of files)
    data.append(type, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
  return data;
}
