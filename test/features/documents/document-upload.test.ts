import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import type { SendFailure, SendResult } from '#src/features/documents/document-requests.ts';
import { createUpload, type Upload } from '#src/features/documents/document-upload.ts';
import { en } from '#src/texts/en.ts';

const pdf = (name: string) => new File(['%PDF-1.7'], name);
const received = (...types: DocumentType[]): SendResult => ({ received: types });
const failed = (reason: SendFailure['reason'], message: string): SendResult => ({
  received: [],
  failure: { reason, message },
});
const broken = failed('request', 'Broken.');
const offline = failed('offline', 'Offline.');
const noTicket = failed('ticket', 'No ticket.');

const isRunning = (upload: Upload) => ['waiting', 'sending'].includes(upload.getState().run.state);

/** Resolves when the file was checked. */
async function choose(upload: Upload, documentType: DocumentType, file: File | undefined) {
  upload.dispatch({ type: 'chosen', documentType, file });
  if (file) await new Promise<void>((resolve) => upload.subscribe(() => resolve()));
}

/** The picture is being read. */
function addPicture(upload: Upload): void {
  const action = { type: 'add', files: [{ id: 'a', file: pdf('a.jpg') }] } as const;
  upload.dispatch({ type: 'photos', documentType: 'cv', action });
}

/** Returns the documents that the error summary names after a failed run. */
function failedDocuments(upload: Upload): DocumentType[] {
  const { rows, run } = upload.getState();
  assert.deepEqual(run, { state: 'failed', reasons: [] });
  return documentOrder.filter((type) => rows[type].message);
}

/**
 * Returns an upload whose requests get the results in turn; `sent` has the documents of the requests. `elsewhere` are
 * the documents that another tab has sent.
 */
async function uploadOf(
  files: readonly DocumentType[],
  results: readonly SendResult[],
  elsewhere: readonly DocumentType[] = [],
  { ticketHref, tickets = [] }: { ticketHref?: string; tickets?: (string | undefined)[] } = {},
) {
  const sent: DocumentType[] = [];
  const upload = createUpload({
    application: {
      joblistingid: '12',
      applicantId: '1',
      received: documentOrder.flatMap((type) => (files.includes(type) ? [] : [{ type }])),
    },
    maxBytes: 1000,
    photographs: false,
    ticketHref,
    requests: {
      readPicture: () => new Promise(() => {}),
      sendDocument: async ({ type }) => {
        sent.push(type);
        return results[sent.length - 1] ?? received(type);
      },
      requestUploadTicket: async () => tickets.shift(),
      submissionStatus: async () => ({
        joblistingid: '12',
        applicantId: '1',
        submissionId: undefined,
        appliedOn: '',
        until: undefined,
        received: elsewhere,
        needed: documentOrder,
        isWithdrawn: false,
        isClosed: false,
      }),
    },
  });
  for (const type of files) await choose(upload, type, pdf(`${type}.pdf`));
  const ended = () =>
    new Promise<void>((resolve) => {
      const stop = upload.subscribe(() => {
        if (isRunning(upload)) return;
        stop();
        resolve();
      });
    });
  return { upload, sent, ended };
}

test('a file has the name that the site gives it for its content, before and while it is sent', async () => {
  const { upload, ended } = await uploadOf(['cv', 'nysc'], []);
  const names = () =>
    (['cv', 'nysc'] as const).map((type) => {
      const row = upload.getState().rows[type];
      return (row.file ?? row.arrived?.file)?.name;
    });
  await choose(upload, 'cv', pdf('DOC-20261126-WA0007.'));
  assert.deepEqual(names(), ['DOC-20261126-WA0007.pdf', 'nysc.pdf']);
  // The check of this file has not ended when the upload begins.
  upload.dispatch({ type: 'chosen', documentType: 'nysc', file: pdf('1000012345') });
  upload.dispatch({ type: 'submitted' });
  await ended();
  assert.deepEqual(names(), ['DOC-20261126-WA0007.pdf', '1000012345.pdf']);
});

test('after two failed requests in a row no further document is sent, and each can be sent again', async () => {
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc', 'waec'], [broken, broken]);
  upload.dispatch({ type: 'submitted' });
  await ended();
  assert.deepEqual(sent, ['cv', 'nysc']);
  assert.deepEqual(failedDocuments(upload), ['cv', 'nysc', 'waec']);
  assert.match(upload.getState().rows.waec.message ?? '', /^Not sent yet/);

  upload.dispatch({ type: 'online' });
  await ended();
  assert.deepEqual(sent, ['cv', 'nysc', 'cv', 'nysc', 'waec']);
  assert.deepEqual(upload.getState().run, { state: 'completed' });
});

test('offline no further document is sent, and when the connection returns only what it stopped', async () => {
  const results = [failed('file', 'Refused.'), offline];
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc', 'waec'], results);
  upload.dispatch({ type: 'submitted' });
  await ended();
  assert.deepEqual(sent, ['cv', 'nysc']);
  upload.dispatch({ type: 'online' });
  await ended();
  assert.deepEqual(sent, ['cv', 'nysc', 'nysc', 'waec']);
  assert.deepEqual(failedDocuments(upload), ['cv']);
});

test('after another failure, and after a document was left out, a new file waits for the visitor', async () => {
  for (const [result, isLeftOut] of [
    [broken, false],
    [offline, true],
  ] as const) {
    const { upload, sent, ended } = await uploadOf(['cv'], [result]);
    upload.dispatch({ type: 'submitted' });
    await ended();
    if (isLeftOut) upload.choose('cv', undefined);
    await choose(upload, 'cv', pdf('other.pdf'));
    upload.dispatch({ type: 'online' });
    assert.deepEqual([isRunning(upload), sent], [false, ['cv']]);
  }
});

test('a failed document keeps its message if a refused file stops the next run', async () => {
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], [offline]);
  upload.dispatch({ type: 'submitted' });
  await ended();
  const { message } = upload.getState().rows.cv;
  await choose(upload, 'nysc', new File(['x'], 'x.exe'));
  upload.dispatch({ type: 'online' });
  await ended();
  assert.deepEqual(sent, ['cv']);
  assert.ok(message);
  assert.equal(upload.getState().rows.cv.message, message);
});

test('a file that is chosen after the connection has failed is sent when it returns', async () => {
  const { upload, sent, ended } = await uploadOf(['cv'], [offline]);
  upload.dispatch({ type: 'submitted' });
  await ended();
  await choose(upload, 'cv', pdf('other.pdf'));
  upload.dispatch({ type: 'online' });
  assert.ok(isRunning(upload));
  await ended();
  assert.deepEqual(
    [sent, upload.getState().rows.cv.arrived?.file?.name],
    [['cv', 'cv'], 'other.pdf'],
  );
});

test('a wrong file leaves its row and stops the upload before the first request, until another is chosen or none is sent', async () => {
  for (const next of [pdf('nysc.pdf'), undefined]) {
    const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], []);
    await choose(upload, 'nysc', pdf('nysc.txt'));
    for (const document of [{}, { documentType: 'cv' }] as const) {
      upload.dispatch({ type: 'submitted', ...document });
      await ended();
      assert.deepEqual(sent, []);
      assert.deepEqual(failedDocuments(upload), ['nysc']);
    }
    const { nysc } = upload.getState().rows;
    assert.equal(nysc.file, undefined);
    assert.match(nysc.message ?? '', /^Invalid File type for "nysc"/);
    await choose(upload, 'nysc', next);
    upload.dispatch({ type: 'submitted' });
    await ended();
    assert.deepEqual(sent, next ? ['cv', 'nysc'] : ['cv']);
  }
});

test('a file that is no longer readable leaves its row and stops nothing', async () => {
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], []);
  const gone = pdf('nysc.pdf');
  gone.slice = () => {
    throw new Error('It was deleted.');
  };
  await choose(upload, 'nysc', gone);
  assert.equal(upload.getState().rows.nysc.state, 'missing');
  upload.dispatch({ type: 'submitted' });
  await ended();
  assert.deepEqual(sent, ['cv']);
});

test('an upload that is asked for while pictures are prepared begins when they are ready', async () => {
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], []);
  addPicture(upload);
  upload.dispatch({ type: 'submitted' });
  assert.equal(upload.getState().run.state, 'waiting');
  assert.deepEqual(sent, []);
  upload.dispatch({ type: 'submitted', documentType: 'nysc' });
  upload.dispatch({ type: 'online' });
  assert.equal(upload.getState().run.state, 'waiting');
  upload.dispatch({ type: 'photos', documentType: 'cv', action: { type: 'remove', id: 'a' } });
  await ended();
  assert.deepEqual(sent, ['cv', 'nysc']);
});

test('an upload that waits for the pictures of a document begins when another tab has sent that document', async () => {
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], [], ['cv']);
  addPicture(upload);
  upload.dispatch({ type: 'submitted' });
  assert.equal(upload.getState().run.state, 'waiting');
  const end = ended();
  await upload.refresh();
  assert.ok(upload.getState().rows.cv.arrived);
  await end;
  assert.deepEqual(sent, ['nysc']);
});

test('a second upload does not begin while one runs', async () => {
  const { upload, sent, ended } = await uploadOf(['cv'], []);
  upload.dispatch({ type: 'submitted' });
  upload.dispatch({ type: 'submitted', documentType: 'cv' });
  await ended();
  assert.deepEqual(sent, ['cv']);
});

test('on the page of a link each upload requests the upload ticket first, which the browser may have lost', async () => {
  const tickets = [undefined, undefined, undefined];
  const { upload, sent, ended } = await uploadOf(['cv'], [noTicket], [], {
    ticketHref: '/my-application/token/documents',
    tickets,
  });
  upload.dispatch({ type: 'submitted' });
  await ended();
  // The second was requested for the message.
  assert.equal(tickets.length, 1);
  upload.dispatch({ type: 'submitted', documentType: 'cv' });
  await ended();
  assert.deepEqual([sent, tickets.length], [['cv', 'cv'], 0]);
});

for (const [what, refusal, message] of [
  ['keeps no cookie', undefined, en.documents.ticketRefused],
  ['has the link of an application that was erased meanwhile', 'It was erased.', 'It was erased.'],
] as const)
  test(`on the page of a link a browser that ${what} is told so at each document, which can be sent again`, async () => {
    const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], [noTicket], [], {
      ticketHref: '/my-application/token/documents',
      tickets: [undefined, refusal],
    });
    upload.dispatch({ type: 'submitted' });
    await ended();
    const { cv, nysc } = upload.getState().rows;
    assert.deepEqual([sent, cv.message, nysc.message], [['cv'], message, message]);
    upload.dispatch({ type: 'online' });
    await ended();
    assert.deepEqual(sent, ['cv', 'cv', 'nysc']);
  });

test('where the browser got the upload ticket by applying, the message of the site stays', async () => {
  const { upload, ended } = await uploadOf(['cv'], [noTicket]);
  upload.dispatch({ type: 'submitted' });
  await ended();
  assert.equal(upload.getState().rows.cv.message, 'No ticket.');
});

test('without an upload ticket nothing is sent, and each document can be sent again', async () => {
  const tickets = ['Broken.'];
  const { upload, sent, ended } = await uploadOf(['cv', 'nysc'], [], [], {
    ticketHref: '/my-application/token/documents',
    tickets,
  });
  upload.dispatch({ type: 'submitted' });
  await ended();
  assert.deepEqual(sent, []);
  const { cv } = upload.getState().rows;
  assert.deepEqual([cv.state, cv.message], ['failed', 'Broken.']);
  upload.dispatch({ type: 'submitted', documentType: 'cv' });
  await ended();
  assert.deepEqual(sent, ['cv']);
});

test('the choice of an encrypted file is announced with what to do', async () => {
  const upload = createUpload({
    application: { joblistingid: '12', applicantId: '1', received: [] },
    maxBytes: 1000,
    photographs: false,
  });
  await choose(upload, 'cv', new File(['%PDF-1.7 trailer << /Encrypt 9 0 R >>'], 'cv.pdf'));
  assert.match(
    upload.getState().announcement,
    /^CV: This file is encrypted\. .*choose it again\.$/,
  );
});
