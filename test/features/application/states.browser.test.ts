import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  chooseDocuments,
  control,
  fillApplication,
  sixDocuments,
  someone,
  submitButton,
  takenOver,
  uploadButton,
} from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { replies, type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
let host: ScriptedHost;
let site: RunningSite;
before(async () => {
  host = await startScriptedHost();
  site = await startSite({ env: { API_HOST: host.origin } });
});
after(async () => {
  await site.stop();
  await host.stop();
});

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What axe finds (WCAG 2.2 A and AA, best practices) on the page as it stands, at three widths, light and dark. */
async function assertAccessible(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Through the debugger, since the page's policy lets no other script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const width of [320, 800, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours that fade to the other scheme have to get there.
      await page.evaluate(async () => {
        await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const { violations } = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(o: object): Promise<AxeResult> } };
        return axe.run({
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          resultTypes: ['violations'],
        });
      });
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((n) => `${n.html} ${n.failureSummary}`).join(' | ')}`,
      );
      assert.deepEqual(found, [], `${state} at ${width} px, ${colorScheme}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 0, `${state} at ${width} px scrolls sideways by ${overflow} px`);
    }
}

test('axe finds nothing on the form: first, with errors, with its dialog, disabled, with documents, received', async (t) => {
  // One document is refused on purpose, which the browser logs.
  const page = await visitor(t, { allowConsole: ['502'] });
  await page.goto(`${site.origin}/application/11`);
  await takenOver(control(page, 'firstname'));

  await t.test('as it first stands', () => assertAccessible(page, 'first'));

  await t.test('with errors', async () => {
    await submitButton(page).click();
    await page.getByText('There is a problem').waitFor();
    assert.match(await page.title(), /^Error: /);
    await assertAccessible(page, 'errors');
  });

  await t.test('with the editor, and its dialog open', async () => {
    await fillApplication(page, someone({ answers: { 101: 'Yes', 102: '' } }));
    await assertAccessible(page, 'editor');
    host.next('applyjobposting', replies.json({ status: 0, message: 'Not now.' }));
    await submitButton(page).click();
    await page.getByRole('dialog', { name: 'Error' }).waitFor();
    await assertAccessible(page, 'dialog');
    await page.getByRole('button', { name: 'OK' }).click();
    await assertAccessible(page, 'refused');
  });

  await t.test('accepted, with the documents, wrong and right', async () => {
    await submitButton(page).click();
    await page.getByText('Form submitted. Please upload documents.').waitFor();
    await assertAccessible(page, 'documents');
    await uploadButton(page).click();
    await page.getByRole('dialog', { name: 'An error occured' }).waitFor();
    await assertAccessible(page, 'documents missing');
    await page.getByRole('button', { name: 'OK' }).click();
    host.next('uploadapplicantdocument', replies.json({ status: 1 }), replies.http(500));
    await chooseDocuments(page, sixDocuments);
    await uploadButton(page).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await assertAccessible(page, 'documents half sent');
    await page.getByRole('button', { name: 'Upload documents' }).click();
    await page.waitForURL('**/feedback');
    await page.getByText('Your reference').waitFor();
    await assertAccessible(page, 'receipt');
  });
});
