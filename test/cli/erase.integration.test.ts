import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import { erase } from '#src/api-host/erase.ts';
import { cleanupOf, settingsIn } from '#test/api-host/support/host.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';
import { careers } from './support/in-process.ts';

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

const eraseBy = async (option: string, value: string) => {
  const args = ['host', 'erase', option, value, '--json'];
  const { code, stdout, stderr } = await careers(args, {
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  });
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).submissions, 1);
};

/** As by the command on a machine that does not have the site's database. */
const eraseAtHost = async (address: string) => {
  const data = await openHostData(settingsIn(dataDir));
  await erase(data.database, cleanupOf(data), { address });
  await data.close();
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
  "the host's and the site's database, by address": (address: string) =>
    eraseBy('--address', address),
  "the host's and the site's database, by applicant": (_: string, applicant: string) =>
    eraseBy('--applicant', applicant),
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
