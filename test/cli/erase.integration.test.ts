import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { erase } from '#src/api-host/admin/erase.ts';
import { openHostData } from '#src/api-host/data.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { hostLog } from '#src/api-host/log.ts';
import { settingsIn } from '#test/api-host/support/host.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { careers } from '#test/support/run-careers.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

/** An opening of the samples. */
const openingId = '104';

let dataDir: string;
let site: RunningSite;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'careers-erase-'));
  site = await startSite({ dataDir });
});
after(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const eraseByCommand = async (address: string) => {
  const { code, stdout } = await careers(['host', 'erase', '--address', address, '--json'], {
    DATA_DIR: dataDir,
  });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).submissions, 1);
};

/** As by the command on a machine that does not have the site's database. */
const eraseAtHost = async (address: string) => {
  const { database, store, close } = await openHostData(settingsIn(dataDir));
  const log = hostLog('silent');
  const cleanup = documentCleanup(database, store, { clock: () => new Date(), log });
  await erase(database, cleanup, { address }, new Date());
  await close();
};

for (const [where, eraseAddress] of Object.entries({
  "the host's and the site's database": eraseByCommand,
  "the host's database alone": eraseAtHost,
}))
  test(`after an erasure in ${where} the site shows no application, and sends the same form anew`, async () => {
    const applicant = newApplicant({ answers: { 1009: 'Yes.', 1010: 'HACCP' } });
    const address = applicant.fields.emailaddress ?? '';
    const visitor = new NoScriptBrowser(site.origin);
    const apply = async () => {
      const { text } = await applyWithoutScript(visitor, openingId, applicant);
      return /Your reference: (\S+)/.exec(text)?.[1] ?? assert.fail(text);
    };
    const first = await apply();
    assert.equal(await apply(), first, 'a repetition is the same application');
    const status = async () =>
      (await visitor.raw('/api/submission', { headers: { accept: 'application/json' } })).status;
    assert.equal(await status(), 200);
    await eraseAddress(address);
    assert.equal(await status(), 204);
    assert.notEqual(await apply(), first);
    assert.equal(await status(), 200);
  });
