/**
 * Memory that the site needs for an upload: the built site with its embedded API host, one document of 1 GiB
 * and one of 4 GiB (or the sizes given, in MiB), each with a new process. Linux only.
 *
 *     npm run bench -- upload-memory [MiB…]
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '../src/domain/api/api-client.ts';
import { sessionSecret } from '../src/server/session-secret.ts';
import { openSubmissionRepository } from '../src/submissions/repository.ts';
import { type BenchSite, memoryOf, printTable, resetPeak, startBenchSite } from './site.ts';

const chunk = Buffer.alloc(256 * 1024, 'Careers and bread. ');

/** Sends an application to the API host and returns the cookie that permits uploading its documents. */
async function applicantOf({ apiHost, secret, dataDir }: BenchSite): Promise<string> {
  const client = createApiClient({ apiHost, secret, timeoutMs: 10_000 });
  const [opening] = await client.listOpenings();
  const application = {
    firstname: 'Bench',
    lastname: 'Mark',
    emailaddress: 'bench@example.com',
    phone: '08012345678',
    company_id: opening?.company_id ?? '',
    age: '30',
    document_id: '',
    years_of_experience: '5',
    current_employer: '',
    linkedinprofile: '',
    referrer: 'linkedin',
    education: 'B.Sc',
    referrer_name: '',
    cover_letter: '<p>For measuring.</p>',
    course: 'Measuring',
    grades: 'First Class',
    joblistingid: opening?.id ?? '',
    answers: Object.fromEntries((opening?.questions ?? []).map(({ id }) => [id, 'Yes'])),
  };
  const { applicant_id } = await client.applyToOpening(application);
  await client.close();
  const submissions = openSubmissionRepository({
    path: join(dataDir, 'site.sqlite'),
    secret: sessionSecret({ dataDir }),
  });
  const { id } = await submissions.start(undefined, application);
  await submissions.settle(id, { status: 'accepted', applicantId: applicant_id }, application);
  const ticket = submissions.ticket(id);
  await submissions.close();
  return `upload_ticket=${ticket}`;
}

/** Sends one document of so many bytes; resolves with the response body. */
async function upload(origin: string, cookie: string, bytes: number): Promise<string> {
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
  );
  const outgoing = request(`${origin}/api/uploadapplicantdocument`, {
    method: 'POST',
    headers: {
      cookie,
      accept: 'application/json',
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  const response = new Promise<string>((resolve, reject) => {
    outgoing
      .once('response', (incoming) => text(incoming).then(resolve, reject))
      .once('error', reject);
  });
  let responded = false;
  response.finally(() => {
    responded = true;
  });
  outgoing.write(head);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), response]);
    if (responded) break;
  }
  outgoing.end('\r\n--b--\r\n');
  return response;
}

async function measure(mebibytes: number) {
  await using site = await startBenchSite();
  const cookie = await applicantOf(site);
  // 'Idle' is a site after use: its pages and its database are loaded.
  for (let i = 0; i < 20; i++) await fetch(site.origin).then((page) => page.arrayBuffer());
  await fetch(`${site.origin}/api/submission`, { headers: { cookie } });
  await delay(3000);
  await resetPeak(site.pid);
  const { now: idle } = await memoryOf(site.pid);
  const started = performance.now();
  const response = await upload(site.origin, cookie, mebibytes * 1024 * 1024);
  const seconds = (performance.now() - started) / 1000;
  if (!response.includes('"received":["cv"]')) throw new Error(`The response was: ${response}`);
  const { peak } = await memoryOf(site.pid);
  return {
    'document (MiB)': mebibytes,
    'idle (MiB)': idle.toFixed(0),
    'peak (MiB)': peak.toFixed(0),
    'above idle (MiB)': (peak - idle).toFixed(0),
    'MiB/s': (mebibytes / seconds).toFixed(0),
  };
}

const sizes = process.argv.slice(2).map(Number);
const rows = [];
for (const size of sizes.length > 0 ? sizes : [1024, 4096]) rows.push(await measure(size));
printTable(rows);
