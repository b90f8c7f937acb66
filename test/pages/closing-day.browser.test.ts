import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { siteConfig } from '#src/config/site.ts';
import { en } from '#src/texts/en.ts';
import {
  chooseDocuments,
  fillApplication,
  newApplicant,
  sixDocuments,
  submitButton,
  typedValues,
  uploadButton,
} from '../support/applicant.ts';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { applyWithoutScript, NoScriptBrowser } from '../support/no-script-browser.ts';
import { cleanEnv, type RunningSite, root, startSite } from '../support/site.ts';

const run = promisify(execFile);

/** A site with three openings, two of which a test closes. It stores no reply of the API host. */
let site: RunningSite;
before(async () => {
  site = await startSite({
    env: { SAMPLE_DATA: 'off', CACHE_TTL_MS: '0', STALE_AFTER_MS: '60000' },
  });
  await importOpenings(['12', '13', '14'], '2999-12-31');
});
after(() => site.stop());

async function importOpenings(ids: readonly string[], closing_date: string): Promise<void> {
  const file = join(site.dataDir, 'openings.json');
  const changed = ids.map((id) => ({ ...openings[1], id, closing_date }));
  await writeFile(file, JSON.stringify(changed));
  await onHost('openings', 'import', file);
}

const onHost = (...command: readonly string[]) =>
  run(process.execPath, ['cli/careers.js', 'host', ...command], {
    cwd: root,
    env: { ...cleanEnv(), DATA_DIR: site.dataDir },
  });

const close = (id: string) => importOpenings([id], new Date(Date.now() - 1000).toISOString());

test('an opening that closes while an applicant writes says so, and keeps the form', async (t) => {
  const page = await visitor(t, { allowConsole: ['Failed to load resource'] });
  await page.goto(`${site.origin}/application/12`);
  await fillApplication(page, newApplicant());
  const typed = await typedValues(page);
  await close('12');
  await submitButton(page).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText('This opening is no longer open to applications.').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  assert.deepEqual(await typedValues(page), typed);
  assert.equal(await submitButton(page).isEnabled(), true);
});

test('a closed opening leads to the documents of the application that this browser sent before', async (t) => {
  const person = new NoScriptBrowser(site.origin);
  await applyWithoutScript(person, '13', newApplicant());
  await close('13');
  const page = await visitor(t, { allowConsole: ['Failed to load resource'] });
  await person.giveCookiesTo(page);
  await page.goto(`${site.origin}/application/13`);
  await page.getByText('This opening is closed.').waitFor();
  await page.getByRole('link', { name: 'Add your documents' }).click();
  await chooseDocuments(page, sixDocuments);
  await uploadButton(page).click();
  await page.locator('[data-documents="complete"]').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'See it or erase it' }).waitFor();

  const withoutScript = await person.get('/application/13');
  assert.equal(withoutScript.status, 410);
  assert.match(withoutScript.html, /<noscript>.*href="\/feedback\?joblistingid=13"/);
});

test('an application that the company has refused is not thanked for and asks for no documents, with script and without', async (t) => {
  const person = new NoScriptBrowser(site.origin);
  await applyWithoutScript(person, '14', newApplicant());
  const before = await person.get('/feedback');
  assert.match(before.html, /type="file"/);
  assert.ok(before.text.includes(siteConfig.feedback.next));
  const accept = { accept: 'application/json' };
  const state = await (await person.raw('/api/submission', { headers: accept })).json();
  await onHost('applications', 'set', state.applicant_id, '--stage', 'declined');

  const withoutScript = await person.get('/feedback');
  assert.doesNotMatch(withoutScript.html, /type="file"/);
  assert.ok(withoutScript.text.includes(en.documents.noneArrived));
  for (const text of [siteConfig.feedback.text, siteConfig.feedback.next])
    assert.ok(!withoutScript.text.includes(text), text);

  const page = await visitor(t);
  await person.giveCookiesTo(page);
  for (const path of ['/feedback', '/application/14']) {
    await page.goto(site.origin + path);
    await page.getByText(en.documents.noneArrived).waitFor();
    assert.equal(await page.locator('input[type="file"]').count(), 0, path);
  }
  await page.getByRole('link', { name: 'See your receipt' }).first().waitFor();
});
