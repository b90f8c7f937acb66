import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { extractImages, getDocumentProxy } from 'unpdf';
import { limits } from '#src/domain/model/limits.ts';
import {
  chooseDocuments,
  documentField,
  newApplicant,
  sixDocuments,
  uploadButton,
} from '#test/support/applicant.ts';
import { violations } from '#test/support/axe.ts';
import { acceptedApplicant, documentRow } from '#test/support/documents-page.ts';
import { faultSite } from '#test/support/faults.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { draw, fileOf, files, heldUpright, pagesOf } from '#test/support/photographs.ts';

const faults = faultSite();
const call = 'uploadapplicantdocument';
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const drawn = async (page: Page, [width, height]: readonly [number, number], noisy = false) =>
  Buffer.from(await page.evaluate(draw, { width, height, noisy }), 'base64');

/** Presses a button that opens the camera or the pictures, and chooses `paths` there. */
async function pick(page: Page, row: Locator, button: string, paths: readonly string[]) {
  const chooser = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: button }).click();
  const opened = await chooser;
  const capture = await opened.element().getAttribute('capture');
  await opened.setFiles([...paths]);
  return { capture, multiple: opened.isMultiple() };
}

/** Returns the bytes of the file that the field has. */
const bytesOf = async (field: Locator): Promise<Buffer> =>
  Buffer.from(await field.evaluate(fileOf), 'base64');

test('photographs become one PDF with the keyboard, a picture becomes a passport photograph, and both arrive', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', phone);
  /** How many of the files that the page has requested contain the code that reads pictures. */
  const workerFiles = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /picture-worker/.test(name))
          .length,
    );
  assert.equal(await workerFiles(), 0);
  const wide = await drawn(page, [800, 600]);
  const [upright, flat, text, torn, heic, small, portrait] = await files(t, {
    'upright.jpg': heldUpright(wide),
    'flat.jpg': wide,
    'text.jpg': Buffer.from('This is no picture.'),
    'torn.jpg': wide.subarray(0, 400),
    'photo.heic': Buffer.concat([Buffer.from('00000018ftypheic\0\0\0\0mif1heic'), wide]),
    'small.jpg': await drawn(page, [300, 500]),
    'portrait.jpg': await drawn(page, [1600, 1200]),
  });
  assert.ok(upright && flat && text && torn && heic && small && portrait);
  await page.getByText('Step 2 of 2', { exact: true }).waitFor();
  await page
    .getByText(/Send your documents by \d{1,2} \w+ \d{4}\. To come back later, open this page/)
    .waitFor();
  assert.equal(await page.getByText('A file can also be dropped').isVisible(), false);

  const row = documentRow(page, 'cv');
  await row.locator('summary').press('Enter');
  await row.getByText('No typed CV?').waitFor();
  const status = row.getByRole('status').first();
  const taken = await pick(page, row, 'Take photos', [upright]);
  assert.deepEqual(taken, { capture: 'environment', multiple: false });
  await row.getByText('1 page, as a PDF.').waitFor();
  assert.equal(await workerFiles(), 1);
  const chosen = await pick(page, row, 'More pictures', [flat, text, torn, heic, small]);
  assert.deepEqual(chosen, { capture: null, multiple: true });
  await status.getByText('3 pages, as one PDF.').waitFor();
  for (const name of ['text.jpg', 'torn.jpg', 'photo.heic'])
    await status.getByText(`“${name}” cannot be read as a picture`).waitFor();
  assert.deepEqual(await violations(page, { within: 'main form' }), []);

  const press = async (name: string) => {
    await row.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const color = (name: string) =>
    row.getByRole('button', { name }).evaluate((it) => getComputedStyle(it).color);
  // What leads nowhere looks so.
  assert.notEqual(await color('Move page 1 up'), await color('Move page 1 down'));
  assert.equal(await color('Move page 3 down'), await color('Move page 1 up'));
  await press('Turn page 2');
  await press('Move page 3 up');
  await status.getByText('Page 3 is now page 2.').waitFor();
  assert.equal(await focused(), 'Move page 2 up');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Move page 1 up');
  await status.getByText('3 pages, as one PDF.').waitFor();
  assert.deepEqual(await pagesOf(await bytesOf(documentField(page, 'cv'))), [
    { rotate: 0, width: 300, height: 500, topLeft: 'red' },
    { rotate: 0, width: 600, height: 800, topLeft: 'yellow' },
    { rotate: 270, width: 800, height: 600, topLeft: 'red' },
  ]);
  await press('Remove page 1');
  assert.equal(await focused(), 'Remove page 1');

  const passport = documentRow(page, 'passport');
  const face = await pick(page, passport, 'Take a photo', [portrait]);
  assert.deepEqual(face, { capture: 'user', multiple: false });
  await passport.getByText('passport.jpg').waitFor();
  const photograph = await documentField(page, 'passport').evaluate(
    async (input: HTMLInputElement) => {
      const { width, height } = await createImageBitmap(input.files?.[0] ?? new Blob());
      return [width, height];
    },
  );
  assert.deepEqual(photograph, [1200, 900]);

  const { nysc, waec, undergraduate } = sixDocuments;
  await chooseDocuments(page, { nysc, waec, undergraduate });
  const cv = createHash('sha256')
    .update(await bytesOf(documentField(page, 'cv')))
    .digest('hex');
  // A worker that ends, as without memory: its picture is left out, and the next one has a new worker.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    const waiting: (() => void)[] = [];
    Object.assign(window, { read: () => waiting.shift()?.() });
    Worker.prototype.postMessage = function (...sent: unknown[]) {
      waiting.push(() => Reflect.apply(postMessage, this, sent));
      if (waiting.length === 1) this.dispatchEvent(new ErrorEvent('error'));
    };
  });
  const more = documentRow(page, 'other');
  await pick(page, more, 'Use pictures', [small]);
  await more.getByText('The part of this site that reads pictures could not be loaded.').waitFor();
  await pick(page, more, 'Use pictures', [small]);
  await more.getByText('Reading picture 1 of 1…').waitFor();
  // The upload waits for the picture.
  await uploadButton(page).click();
  await page.getByText('Your pictures are being prepared.').waitFor();
  assert.equal(await page.getByText('This field is required.').count(), 0);
  assert.equal(faults.primary.callsTo(call).length, 0);
  await page.evaluate(() => {
    const { read } = window as unknown as { read(): void };
    read();
    read();
  });
  await page.waitForURL('**/feedback?joblistingid=*');
  const parts = faults.primary.callsTo(call).flatMap((sent) => sent.parts);
  const sent = (type: string) => parts.find(({ name, filename }) => name === type && filename);
  assert.deepEqual(
    [sent('cv')?.filename, sent('cv')?.contentType, sent('cv')?.sha256],
    ['CV.pdf', 'application/pdf', cv],
  );
  assert.equal(sent('other')?.filename, 'Other document.pdf');
  assert.deepEqual(
    [sent('passport')?.filename, sent('passport')?.contentType],
    ['passport.jpg', 'image/jpeg'],
  );
});

test('twelve photographs, one of 12 megapixels, stay below 4MB in one PDF; a file that is chosen instead takes their place', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', phone);
  const photograph = await drawn(page, [4000, 3000], true);
  // Twelve of them do not fit as they are either, and are read in a quarter of the time.
  const smaller = await drawn(page, [2000, 1500], true);
  const sizes = [photograph.length, 12 * smaller.length];
  assert.ok(
    sizes.every((bytes) => bytes > limits.statedFileBytes),
    `${sizes} bytes`,
  );
  const paths = await files(
    t,
    Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index}.jpg`, index ? smaller : photograph]),
    ),
  );
  const row = documentRow(page, 'waec');
  await pick(page, row, 'Use pictures', paths);
  await row.getByText('12 pages, as one PDF.').waitFor({ timeout: 120_000 });
  const pdf = await bytesOf(documentField(page, 'waec'));
  assert.ok(pdf.length < limits.statedFileBytes, `${pdf.length} bytes`);
  assert.equal((await getDocumentProxy(new Uint8Array(pdf))).numPages, 12);
  // Not read as pictures: decoding twelve takes as long as making them.
  const widths = [...pdf.toString('latin1').matchAll(/\/Width (\d+)/g)].map(([, width]) => width);
  assert.equal(widths.length, 12);
  for (const width of widths) assert.ok(Number(width) >= 800, `${width} pixels`);
  await chooseDocuments(page, { waec: sixDocuments.waec });
  await row.getByRole('listitem').first().waitFor({ state: 'detached' });
  await row.getByText('waec-result.doc').waitFor();
});

test('a picture that a passport photograph may not be, chosen with other files, becomes one', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', phone);
  const paths = await files(t, {
    // A JPEG: browsers look at the first bytes, not at the name.
    'passport.webp': await drawn(page, [800, 600]),
    'cv.pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose several files' }).click();
  await (await chooser).setFiles(paths);
  await page.getByText('We placed 2 of 2 files.').waitFor();
  const row = documentRow(page, 'passport');
  await row.getByText('passport.jpg').waitFor();
});

test('pictures stay the document while they are shown, also when the browser empties its field', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', phone);
  const paths = await files(t, { 'picture.jpg': await drawn(page, [800, 600]) });
  await pick(page, documentRow(page, 'waec'), 'Use pictures', paths);
  await pick(page, documentRow(page, 'passport'), 'Use a picture', paths);
  const made = { waec: 'WAEC result.pdf', passport: 'passport.jpg' } as const;
  const nameIn = (field: Locator) =>
    field.evaluate((input: HTMLInputElement) => input.files?.[0]?.name);
  for (const type of ['waec', 'passport'] as const) {
    const name = documentRow(page, type).getByText(made[type]);
    await name.waitFor();
    // As a canceled dialog does.
    await documentField(page, type).setInputFiles([]);
    await name.waitFor();
    assert.equal(await nameIn(documentField(page, type)), made[type]);
  }
  // Without its pictures it is gone; a file that was chosen in their place is not.
  await documentRow(page, 'waec').getByRole('button', { name: 'Remove page 1' }).click();
  await chooseDocuments(page, { passport: sixDocuments.passport });
  await documentRow(page, 'passport').getByText('portrait-b.jpg').waitFor();
  for (const type of ['waec', 'passport'] as const) {
    await documentField(page, type).setInputFiles([]);
    await documentRow(page, type).getByText('No file chosen').waitFor();
  }
});

test('a picture that is chosen in a row becomes the document; one that cannot be read is refused at its row', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', phone);
  const picture = await drawn(page, [800, 600]);
  const [readable, heic] = await files(t, {
    'picture.jpg': picture,
    'photo.heic': Buffer.concat([Buffer.from('00000018ftypheic\0\0\0\0mif1heic'), picture]),
  });
  assert.ok(readable && heic);
  await documentField(page, 'waec').setInputFiles(readable);
  await documentRow(page, 'waec').getByText('1 page, as a PDF.').waitFor();
  await documentRow(page, 'waec').getByText('WAEC result.pdf').waitFor();
  for (const type of ['cv', 'passport'] as const) {
    await documentField(page, type).setInputFiles(heic);
    await documentRow(page, type).getByText(`Invalid File type for "${type}"`).waitFor();
  }
});

test('without script a row has its file field alone', async () => {
  const person = new NoScriptBrowser(faults.origin, faults.address());
  const accepted = await applyWithoutScript(person, '12', newApplicant());
  assert.ok(accepted.form('cv').names.includes('passport'));
  assert.doesNotMatch(accepted.html, /Use pictures|Use a picture/);
});

/** Returns the first and the last column with ink of each line of a note. */
async function inkOf(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  assert.equal(document.numPages, 1);
  const [image] = await extractImages(document, 1);
  assert.ok(image);
  const { width, height, channels, data } = image;
  const lines: { left: number; right: number }[] = [];
  let isInLine = false;
  for (let y = 0; y < height; y += 1) {
    const columns = Array.from({ length: width }, (_, x) => x).filter(
      (x) => (data[(y * width + x) * channels] ?? 255) < 128,
    );
    const [left = width, right = 0] = [columns[0], columns.at(-1)];
    if (columns.length > 0 && !isInLine) lines.push({ left, right });
    isInLine = columns.length > 0;
    const line = lines.at(-1);
    if (!line || !isInLine) continue;
    line.left = Math.min(line.left, left);
    line.right = Math.max(line.right, right);
  }
  return { width, lines: lines.filter(({ left, right }) => right - left > 20) };
}

test('a note with name, day and sentence takes the place of a document, from left or right as its script is written', async (t) => {
  const page = await acceptedApplicant(t, faults, '12', phone);
  const row = documentRow(page, 'nysc');
  await row.getByText('What if I have none?').click();
  const name = row.getByLabel('Your name, as a signature');
  const sentence = row.getByLabel('What your note says');
  const make = row.getByRole('button', { name: /^Make the note ?: NYSC certificate$/ });
  assert.equal(await sentence.inputValue(), 'I do not have this document: NYSC certificate.');
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await name.fill(' ');
  await make.click();
  await row.getByText('This field is required.').waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.id),
    await name.getAttribute('id'),
  );
  await name.fill('Ọláyẹmí Adébáyọ̀');
  await name.press('Enter');
  await row.getByText('The note is chosen as this document.').waitFor();
  const left = await inkOf(await bytesOf(documentField(page, 'nysc')));
  assert.ok(left.lines.length >= 3, `${left.lines.length} lines`);
  for (const line of left.lines) assert.ok(line.left < 200, `from ${line.left}`);
  const field = documentField(page, 'nysc');
  const time = (input: HTMLInputElement) => input.files?.[0]?.lastModified;
  const before = await field.evaluate(time);
  await name.fill('محمد العربي');
  await sentence.fill('ليس لدي هذه الشهادة. '.repeat(8));
  await make.click();
  await page.waitForFunction(
    (known) =>
      document.querySelector<HTMLInputElement>('[name="nysc"]')?.files?.[0]?.lastModified !== known,
    before,
  );
  const right = await inkOf(await bytesOf(field));
  const [first, day, ...others] = right.lines;
  assert.ok((first?.right ?? 0) > right.width - 200 && (first?.left ?? 0) > 300);
  assert.ok((day?.left ?? 999) < 200);
  assert.ok(others.length > 1 && others.every((line) => line.right > right.width - 200));
  // A file that is chosen instead folds the note away.
  assert.ok(await make.isVisible());
  await field.setInputFiles(sixDocuments.nysc);
  await make.waitFor({ state: 'hidden' });
  await uploadButton(page).click();
  await row.getByText('Document uploaded').waitFor();
});
