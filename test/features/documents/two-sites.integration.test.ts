import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import { scratch, secret } from '#test/submissions/sample.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';
import { pdf } from './upload-site.ts';

const lastTypes: readonly string[] = ['cv', 'other'];

/** Two site processes with one database, and the cookie of an application for which four documents have arrived. */
async function twoSites(t: TestContext) {
  const host = await startScriptedHost();
  t.after(() => host.stop());
  const dataDir = scratch(t);
  const env = { API_HOST: host.origin, SESSION_SECRET: secret };
  const sites = await Promise.all([startSite({ env, dataDir }), startSite({ env, dataDir })]);
  t.after(() => Promise.all(sites.map((site) => site.stop())));
  const submissions = openSubmissionRepository({ file: join(dataDir, submissionsFile), secret });
  t.after(() => submissions.close());
  const application = buildApplication();
  const { id } = await submissions.start(undefined, application);
  await submissions.settle(id, { status: 'accepted', applicantId: 'applicant-1' }, application);
  for (const type of documentOrder)
    if (!lastTypes.includes(type)) await submissions.markReceived(id, type);
  return { host, sites, cookie: `upload_ticket=${submissions.ticket(id)}` };
}

/** Begins to send a document; `finish` sends the rest and resolves with the status. */
async function beginUpload({ origin }: RunningSite, type: string, cookie: string) {
  const outgoing = request(`${origin}/api/uploadapplicantdocument`, {
    method: 'POST',
    headers: {
      cookie,
      origin,
      accept: 'application/json',
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(
    `--b\r\nContent-Disposition: form-data; name="document_type"\r\n\r\n${type}\r\n--b\r\nContent-Disposition: form-data; name="${type}"; filename="${type}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  );
  outgoing.write(pdf(100_000));
  return async () => {
    outgoing.end('\r\n--b--\r\n');
    const [{ statusCode }] = await response;
    return statusCode;
  };
}

test('of two last documents sent to two site processes at the same time, exactly the second one completes the set', async (t) => {
  const { host, sites, cookie } = await twoSites(t);
  const [first, second] = sites;
  const finishFirst = await beginUpload(first, 'other', cookie);
  // The first process has decided whether its document is the last one.
  await host.called('uploadapplicantdocument', 1, 'headers');
  const finishSecond = await beginUpload(second, 'cv', cookie);
  const secondStatus = finishSecond();
  // A request that the second process received later was answered, so it has the document too.
  await fetch(`${second.origin}/healthz`);
  assert.equal(host.callsTo('uploadapplicantdocument').length, 1);
  assert.deepEqual(await Promise.all([finishFirst(), secondStatus]), [200, 200]);
  const calls = host.callsTo('uploadapplicantdocument');
  assert.deepEqual(
    calls.map(({ parts }) => parts.find(({ name }) => name === 'final_file')?.value),
    [undefined, '1'],
  );
});
