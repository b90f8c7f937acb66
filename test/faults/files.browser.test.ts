import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  chooseDocuments,
  documentField,
  sixDocuments,
  uploadButton,
} from '#test/support/applicant.ts';
import { acceptedApplicant, documentRow } from '#test/support/documents-page.ts';
import { faultSite } from '#test/support/faults.ts';
import { newFolder } from '#test/support/new-folder.ts';

const maxBytes = 200_000;
const faults = faultSite({ UPLOAD_MAX_BYTES: String(maxBytes) });
const call = 'uploadapplicantdocument';

interface Given {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns a page with all six files chosen. */
async function allChosen(t: TestContext): Promise<Page> {
  const page = await acceptedApplicant(t, faults, '12');
  await chooseDocuments(page, sixDocuments);
  return page;
}

const choose = (page: Page, type: DocumentType, { name, bytes: buffer }: Given) =>
  documentField(page, type).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const isFocused = (field: Locator) => field.evaluate((node) => node === document.activeElement);

const pdf = await readFile(sixDocuments.cv);
const png = await readFile(new URL('../../fixtures/documents/portrait-a.png', import.meta.url));
const jpeg = await readFile(sixDocuments.passport);
const padded = Buffer.concat([pdf, Buffer.alloc(maxBytes)]);

const refused: readonly {
  readonly what: string;
  readonly type: DocumentType;
  readonly file: Given;
  readonly message: RegExp;
}[] = [
  {
    what: 'An empty file',
    type: 'nysc',
    file: { name: 'nysc.pdf', bytes: Buffer.alloc(0) },
    message: /“nysc\.pdf”.*empty/,
  },
  {
    what: 'A file of a type that is not allowed',
    type: 'cv',
    file: { name: 'cv.png', bytes: png },
    message: /Invalid File type for "cv"/,
  },
  {
    what: 'A file without an extension whose content is unknown',
    type: 'waec',
    file: { name: 'result', bytes: Buffer.from([1, 2, 3]) },
    message: /Invalid File type for "waec".*Please choose a PDF or a Word document/s,
  },
  {
    what: 'A file larger than the limit',
    type: 'other',
    file: { name: 'scan.pdf', bytes: padded },
    message: /File size is large for other/,
  },
  {
    what: 'A picture renamed to .pdf',
    type: 'undergraduate',
    file: { name: 'certificate.pdf', bytes: png },
    message: /Invalid File type for "undergraduate".*“certificate\.pdf”.*PNG picture/s,
  },
];

test('an upload is complete after each wrong file was replaced', async (t) => {
  const page = await allChosen(t);
  for (const { what, type, file, message } of refused)
    await t.test(
      `${what.toLowerCase()} is reported when it is chosen and stops the upload until it is replaced`,
      async () => {
        await choose(page, type, file);
        await documentRow(page, type).getByText(message).waitFor();
        await uploadButton(page).click();
        const summary = page.getByRole('alert').filter({ hasText: messages.uploadErrorTitle });
        // It takes the focus after it has appeared.
        await page.locator('[role=alert]:focus').waitFor();
        await summary.getByRole('link', { name: message }).click();
        assert.ok(await isFocused(documentField(page, type)));
        assert.equal(await summary.getByRole('link').count(), 1);
        await documentField(page, type).setInputFiles(sixDocuments[type]);
        await summary.waitFor({ state: 'detached' });
        assert.equal(faults.primary.callsTo(call).length, 0);
      },
    );
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  assert.equal(faults.primary.callsTo(call).length, 6);
});

const accepted: readonly {
  readonly what: string;
  readonly type: DocumentType;
  readonly file: Given;
  /** The name that the host receives: browsers escape quotes and line breaks, and the site removes a path. */
  readonly received: string;
}[] = [
  {
    what: 'A name with quotes, a line break and an emoji',
    type: 'cv',
    file: { name: 'my "best"\ncv 🥐.pdf', bytes: pdf },
    received: 'my %22best%22%0Acv 🥐.pdf',
  },
  {
    what: 'A name in capitals with accents',
    type: 'nysc',
    file: { name: 'CURRICULUM VITÆ – Ọlá.PDF', bytes: pdf },
    received: 'CURRICULUM VITÆ – Ọlá.PDF',
  },
  {
    what: 'A name with a path and dots in it',
    type: 'other',
    file: { name: '..\\..\\etc\\cv.final.v2.pdf', bytes: pdf },
    received: 'cv.final.v2.pdf',
  },
  {
    what: 'A JPEG with the extension .png',
    type: 'passport',
    file: { name: 'IMG_0001.png', bytes: jpeg },
    received: 'IMG_0001.png',
  },
];

test('files with unusual names are shown with them, and sent', async (t) => {
  const page = await allChosen(t);
  for (const { type, file } of accepted) {
    await choose(page, type, file);
    const shown = await documentRow(page, type).innerText();
    // Control characters are not shown.
    assert.ok(shown.includes(file.name.replace('\n', '')), shown);
  }
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  const parts = faults.primary.callsTo(call).flatMap((each) => each.parts);
  for (const { what, type, file, received } of accepted)
    await t.test(`${what.charAt(0).toLowerCase()}${what.slice(1)} is received unchanged`, () => {
      const part = parts.find(({ name }) => name === type);
      assert.equal(part?.size, file.bytes.length);
      assert.equal(part?.filename, received);
    });
});

test('an encrypted file is taken, and its row says that it may not open', async (t) => {
  const page = await acceptedApplicant(t, faults, '12');
  const bytes = Buffer.concat([pdf, Buffer.from('trailer << /Encrypt 9 0 R >>')]);
  await choose(page, 'cv', { name: 'cv.pdf', bytes });
  await documentRow(page, 'cv')
    .getByText(/nobody will be able to open it/)
    .waitFor();
  await choose(page, 'cv', { name: 'cv.pdf', bytes: pdf });
  await documentRow(page, 'cv')
    .getByText(/nobody will be able/)
    .waitFor({ state: 'detached' });
});

const wholeDrag = ['dragEnter', 'dragOver', 'drop'] as const;

/** Drags files from outside the browser onto the center of `target`, as a file manager does. */
async function dragFiles(
  page: Page,
  target: Locator,
  files: readonly string[],
  events: readonly (typeof wholeDrag)[number][],
): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  assert.ok(box);
  const browser = await page.context().newCDPSession(page);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of events) await browser.send('Input.dispatchDragEvent', { type, x, y, data });
  await browser.detach();
}
const dropFiles = (page: Page, target: Locator, files: readonly string[]) =>
  dragFiles(page, target, files, wholeDrag);

test('files dragged onto the page of the documents', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', { viewport: { width: 360, height: 740 } });
  await chooseDocuments(page, { cv: sixDocuments.cv });

  await t.test(
    'a file dropped beside the rows opens nothing and changes nothing; on a row it is chosen for that row',
    async () => {
      const address = page.url();
      const heading = page.getByRole('heading', { name: 'Your documents' });
      // A browser opens the file unless `dragover` is prevented. If `dropEffect` is `none`, it sends no `drop`.
      await page.evaluate(() => {
        document.body.dataset.drags = '';
        for (const type of ['dragover', 'drop'])
          window.addEventListener(type, (event) => {
            const { defaultPrevented, dataTransfer } = event as DragEvent;
            document.body.dataset.drags += `${type} ${defaultPrevented} ${dataTransfer?.dropEffect};`;
          });
      });
      for (const place of [heading, uploadButton(page), page.getByRole('heading', { level: 1 })])
        await dropFiles(page, place, [sixDocuments.nysc]);
      const drags = () => page.evaluate(() => document.body.dataset.drags);
      assert.match(String(await drags()), /^(?:dragover true none;){3,}$/);
      await dropFiles(page, documentRow(page, 'nysc'), [sixDocuments.nysc]);
      await documentRow(page, 'nysc').getByText('nysc-certificate.docx').waitFor();
      assert.equal(page.url(), address);
      await documentRow(page, 'cv').getByText('cv-ngozi-eze.pdf').waitFor();
      assert.equal(await page.locator('[data-state="chosen"]').count(), 2);
    },
  );

  await t.test('the row under a dragged file says so, until the drag ends elsewhere', async () => {
    const row = documentRow(page, 'waec');
    await dragFiles(page, row, [sixDocuments.waec], ['dragEnter', 'dragOver']);
    await row.getByText('Drop the file here: WAEC result').waitFor();
    await page.mouse.move(1, 1);
    await row.getByText('Drop the file here: WAEC result').waitFor({ state: 'detached' });
    assert.match(await row.innerText(), /pdf, doc, docx; maximum 4MB/);
  });

  await t.test(
    'several files dropped on a row are refused with a message, and the file chosen before stays',
    async () => {
      const cv = documentRow(page, 'cv');
      await dropFiles(page, cv, [sixDocuments.nysc, sixDocuments.waec]);
      await cv.getByText(/2 files were dropped here/).waitFor();
      await cv.getByText('cv-ngozi-eze.pdf').waitFor();
      await uploadButton(page).click();
      await cv.getByText(messages.documentUploaded).waitFor();
      // It is sent after the other, and would be a call of the next test.
      await documentRow(page, 'nysc').getByText(messages.documentUploaded).waitFor();
    },
  );
});

test('a file that was changed after it was chosen is asked for again, and the others are sent', async (t) => {
  const folder = newFolder(t);
  const path = join(folder, 'cv.pdf');
  await writeFile(path, pdf);
  const page = await acceptedApplicant(t, faults, '12');
  await chooseDocuments(page, { ...sixDocuments, cv: path });
  await documentRow(page, 'cv').getByText('cv.pdf').waitFor();
  await writeFile(path, Buffer.concat([pdf, pdf]));
  await uploadButton(page).click();
  await documentRow(page, 'cv').getByText('“cv.pdf” cannot be read.').waitFor();
  await documentRow(page, 'passport').getByText(messages.documentUploaded).waitFor();
  // Otherwise a browser reports no change when the same path is chosen again.
  assert.equal(await documentField(page, 'cv').inputValue(), '');
  await documentField(page, 'cv').setInputFiles(path);
  await uploadButton(page).click();
  await page.waitForURL('**/feedback?joblistingid=*');
  // The browser may have begun to send the changed file.
  assert.equal(faults.primary.callsTo(call).filter(({ complete }) => complete).length, 6);
});
