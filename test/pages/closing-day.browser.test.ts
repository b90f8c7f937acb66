import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { fillApplication, newApplicant, submitButton, typedValues } from '../support/applicant.ts';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { cleanEnv, root, startSite } from '../support/site.ts';

const run = promisify(execFile);

test('an opening that closes while an applicant writes says so, and keeps the form', async (t) => {
  const site = await startSite({ env: { SAMPLE_DATA: 'off' } });
  t.after(() => site.stop());
  const importOpening = async (closing_date: string) => {
    const file = join(site.dataDir, 'openings.json');
    await writeFile(file, JSON.stringify([{ ...openings[1], closing_date }]));
    await run(process.execPath, ['cli/careers.js', 'host', 'import', file], {
      cwd: root,
      env: { ...cleanEnv(), DATA_DIR: site.dataDir },
    });
  };
  await importOpening('2999-12-31');
  const page = await visitor(t, { allowConsole: ['Failed to load resource'] });
  await page.goto(`${site.origin}/application/12`);
  await fillApplication(page, newApplicant());
  const typed = await typedValues(page);
  await importOpening(new Date(Date.now() - 1000).toISOString());
  await submitButton(page).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText('This opening is no longer open to applications.').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  assert.deepEqual(await typedValues(page), typed);
  assert.equal(await submitButton(page).isEnabled(), true);
});
