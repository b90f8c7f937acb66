import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { careers } from '#test/cli/support/in-process.ts';
import {
  chooseDocuments,
  fillApplication,
  newApplicant,
  submitButton,
  uploadButton,
} from '#test/support/applicant.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { answersTo, applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

loadImages();

/** This sample opening of First Light Bakery has two questions. */
const opening = { id: '104', role: 'Quality Assurance Officer', company: '1' };
const applicant = newApplicant({
  answers: { 1009: 'Yes.\nThe metal detector failed its own test.', 1010: 'HACCP level 3 (2023)' },
});

interface ReadBack {
  readonly applicant_id: string;
  readonly emailaddress: string;
  readonly cover_letter: string;
  readonly answers: readonly { readonly id: string; readonly answer: string }[];
  readonly documents: readonly {
    readonly type: string;
    readonly filename: string;
    readonly bytes: number;
  }[];
  readonly documents_complete_at: string | null;
}

let dataDir: string;
let site: RunningSite;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'careers-main-job-'));
  site = await startSite({ dataDir });
});
after(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What an operator reads: `careers host applications --json`. */
async function applications(): Promise<readonly (ReadBack & Record<string, unknown>)[]> {
  const { code, stdout, stderr } = await careers(['host', 'applications', '--json'], {
    env: { DATA_DIR: dataDir },
  });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as (ReadBack & Record<string, unknown>)[];
}

test('without any setting, the main job works from the list of openings to the documents on disk', async (t) => {
  const page = await visitor(t);
  let applicantId = '';

  await t.test('a visitor browses the openings', async () => {
    await page.goto(site.origin);
    const headings = page.locator('#openings').getByRole('heading', { level: 3 });
    assert.ok((await headings.count()) >= 40);
  });

  await t.test(
    'a search without a company shows a message that requests one, and the openings of all companies',
    async () => {
      const search = page.getByRole('search', { name: 'Openings' });
      await search.locator('[name="q"]').fill('quality');
      await search.getByRole('button', { name: 'Search' }).click();
      await search.getByText(new RegExp(`${messages.selectCompany}$`)).waitFor();
      await page.getByText(messages.selectCompanyToSearch).waitFor();
    },
  );

  await t.test('a panel opens in place and leads to the application page', async () => {
    const panel = page.locator('details').filter({ hasText: opening.role });
    await panel.locator('summary').click();
    const preview = panel.getByText('When a NAFDAC inspector walks in unannounced');
    await preview.waitFor();
    assert.match(await preview.innerText(), /^.{250}(…|\.\.\.)$/su);
    await panel.getByRole('link', { name: 'Apply Now' }).click();
    await page.waitForURL(`**/application/${opening.id}#apply`);
    await page.getByRole('heading', { level: 1, name: opening.role }).waitFor();
  });

  await t.test('the application is accepted and the documents form is shown', async () => {
    await fillApplication(page, applicant);
    await submitButton(page).click();
    await page.getByText(messages.applied).waitFor();
    for (const name of ['firstname', 'answers[1009]', 'education'])
      assert.ok(await page.locator(`[name="${name}"]`).isDisabled(), `${name} can still be edited`);
  });

  await t.test('after six documents the receipt shows the applicant id', async () => {
    await chooseDocuments(page, applicant.documents);
    await uploadButton(page).click();
    const status = page.getByRole('status').filter({ hasText: 'On to your receipt' });
    await status.getByText(messages.documentUploaded, { exact: true }).waitFor();
    await page.waitForURL(`${site.origin}/feedback?joblistingid=${opening.id}&submission=*`);
    const [stored] = (await applications()).filter(
      ({ emailaddress }) => emailaddress === applicant.fields.emailaddress,
    );
    applicantId = stored?.applicant_id ?? '';
    assert.notEqual(applicantId, '');
    await page.getByText(applicantId).waitFor();
  });

  await t.test('an operator can read the application and the documents', async () => {
    await isStoredWhole();
  });

  await t.test('an operator can read them after a restart', async () => {
    assert.equal(await site.stop(), 0);
    site = await startSite({ dataDir });
    await isStoredWhole();
  });

  await t.test('the same person is refused by the same company within a year', async () => {
    const emailaddress = (applicant.fields.emailaddress ?? '').toUpperCase();
    const browser = new NoScriptBrowser(site.origin);
    const form = (await browser.get('/application/105')).form('emailaddress');
    const again = newApplicant({ fields: { emailaddress }, answers: answersTo(form, 'Yes.') });
    const refused = await applyWithoutScript(browser, '105', again);
    assert.ok(refused.text.includes(messages.alreadyApplied), refused.text);
    assert.equal((await applications()).length, 1);
  });

  async function isStoredWhole() {
    const all = await applications();
    assert.equal(all.length, 1);
    const [stored] = all;
    assert.ok(stored);
    assert.equal(stored.applicant_id, applicantId);
    for (const [name, value] of Object.entries(applicant.fields))
      assert.equal(stored[name], value, name);
    const paragraphs = stored.cover_letter.match(/<p>.*?<\/p>/gs) ?? [];
    assert.deepEqual(paragraphs, [
      '<p>Dear bakers,</p>',
      '<p>Your ovens start at 4 am, and so do I. &lt;3 bread &amp; butter.</p>',
    ]);
    assert.deepEqual(
      Object.fromEntries(stored.answers.map(({ id, answer }) => [id, answer])),
      applicant.answers,
    );
    assert.notEqual(stored.documents_complete_at, null);
    assert.deepEqual(stored.documents.map(({ type }) => type).sort(), [...documentOrder].sort());
    const out = join(dataDir, 'export');
    const { code, stderr } = await careers(['host', 'applications', '--export', out], {
      env: { DATA_DIR: dataDir },
    });
    assert.equal(code, 0, stderr);
    for (const { type, filename, bytes } of stored.documents) {
      const sent = applicant.documents[type as keyof typeof applicant.documents];
      assert.equal(filename, basename(sent));
      assert.equal(bytes, (await readFile(sent)).length);
      const read = join(out, 'documents', applicantId, `${type}${extname(sent)}`);
      assert.equal(await digest(read), await digest(sent));
    }
  }
});

async function digest(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
