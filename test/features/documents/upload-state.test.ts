import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { parseSendResult } from '#src/features/documents/document-requests.ts';
import {
  fileRequirements,
  formatBytes,
  sizeNotice,
} from '#src/features/documents/document-texts.ts';
import type { PhotoAction } from '#src/features/documents/photos/pages.ts';
import { reduceUpload, type UploadEvent } from '#src/features/documents/upload-events.ts';
import {
  documentsWhere,
  initialState,
  isPreparing,
  isReadOnly,
  isUnsent,
  type UploadState,
  viewOf,
} from '#src/features/documents/upload-state.ts';
import { runInLanguage } from '#src/language/server.ts';

const cv = new File(['x'], 'cv.pdf');
const broken = { message: 'Broken.', stopsUpload: true };
const reduce = (events: readonly UploadEvent[], initial = initialState({ received: [] })) =>
  events.reduce((state, event) => reduceUpload(state, event).state, initial);
const stateAfter = (...events: readonly UploadEvent[]) => reduce(events);
const after = (...events: readonly UploadEvent[]) => stateAfter(...events).rows;
const lostIn = (...events: readonly UploadEvent[]) => viewOf(stateAfter(...events)).lost;
const chosen: UploadEvent = { type: 'chosen', documentType: 'cv', file: cv };
const progress: UploadEvent = {
  type: 'progress',
  documentType: 'cv',
  sentBytes: 0,
  totalBytes: 1,
};
const photos = (action: PhotoAction): UploadEvent => ({
  type: 'photos',
  documentType: 'cv',
  action,
});
const picture = { type: 'add', files: [{ id: 'a', file: cv }] } as const;
const jpeg = { blob: cv, width: 1, height: 1 };
const pictureRead = { type: 'encoded', id: 'a', level: 0, jpeg } as const;
const sent = (documentType: DocumentType, ...received: DocumentType[]): UploadEvent => ({
  type: 'answered',
  documentType,
  received: [documentType, ...received],
});
const failed = (message: string, isOver?: true): UploadEvent => ({
  type: 'answered',
  documentType: 'cv',
  received: [],
  failure: { reason: 'file', message, ...(isOver && { isOver }) },
});
const elsewhere = (...documents: readonly DocumentType[]) =>
  ({ type: 'refreshed', documents, until: undefined, needed: documentOrder }) as const;
const unsentIn = (state: UploadState) => documentsWhere(state, isUnsent);

test('documents are sent in the order of section 5, without those already received', () => {
  assert.deepEqual(unsentIn(initialState({ received: [] })), documentOrder);
  const state = stateAfter(elsewhere('waec', 'cv'));
  assert.deepEqual(unsentIn(state), ['nysc', 'undergraduate', 'other', 'passport']);
});

test('nothing is unsent when the sixth document is received, in any order', () => {
  const five = documentOrder.filter((type) => type !== 'nysc');
  assert.deepEqual(unsentIn(stateAfter(elsewhere(...five))), ['nysc']);
  assert.deepEqual(unsentIn(stateAfter(elsewhere(...five), elsewhere('nysc'))), []);
});

test('a document that is not needed is neither shown nor unsent, whatever the page knew before the site answered', () => {
  const needed = ['cv', 'waec'] as const;
  const before = initialState({ received: [], needed });
  assert.deepEqual([viewOf(before).shown, unsentIn(before)], [needed, needed]);
  const refreshed = elsewhere('cv', 'nysc');
  const later = stateAfter({ ...refreshed, needed });
  assert.deepEqual([viewOf(later).shown, unsentIn(later)], [needed, ['waec']]);
  const all = stateAfter({ ...refreshed, needed }, refreshed);
  assert.deepEqual(viewOf(all).shown, documentOrder);
});

test('a received document stays received after any later event', () => {
  const done = [chosen, progress, sent('cv')];
  const received = { state: 'missing', arrived: { file: cv } };
  assert.deepEqual(after(...done).cv, received);
  for (const event of [
    { type: 'chosen', documentType: 'cv', file: undefined },
    photos(picture),
    photos(pictureRead),
    failed('no'),
    progress,
    elsewhere(),
  ] as const)
    assert.deepEqual(after(...done, event).cv, received);
});

test('a failed document keeps its file and its message until another file is chosen', () => {
  const broke = [chosen, progress, failed('Broken.')];
  assert.deepEqual(after(...broke).cv, {
    ...{ state: 'failed', file: cv, message: 'Broken.', resend: undefined },
  });
  const file = new File(['y'], 'b.pdf');
  const again = after(...broke, { type: 'chosen', documentType: 'cv', file });
  assert.deepEqual(again.cv, { state: 'chosen', file });
});

test('an error message is shown at its row until a file is chosen', () => {
  const error = { message: 'This field is required.', stopsUpload: false };
  const { message } = error;
  const wrong = { type: 'checked', documentType: 'nysc', file: undefined, error } as const;
  assert.deepEqual(after(wrong).nysc, { state: 'missing', message });
  const chosen = { type: 'chosen', documentType: 'nysc', file: cv } as const;
  assert.deepEqual(after(wrong, chosen).nysc, { state: 'chosen', file: cv });
});

test('a file that is chosen while another is sent is not taken, so that the answer is about the one that was sent', () => {
  const other: UploadEvent = { type: 'chosen', documentType: 'cv', file: new File(['y'], 'b.pdf') };
  for (const event of [other, photos(picture)]) {
    const sending = stateAfter(chosen, progress, event);
    assert.equal(sending.rows.cv.file, cv);
    assert.match(sending.announcement, /was still being sent/);
    assert.equal(reduce([sent('cv')], sending).rows.cv.arrived?.file, cv);
  }
});

test('a document that another page has sent is not shown with the file that was chosen here', () => {
  const { cv: row } = after(chosen, elsewhere('cv'));
  assert.deepEqual([row.file, row.arrived], [undefined, {}]);
  assert.match(row.message ?? '', /was not sent/);
  const replaceable = reduce([chosen, elsewhere('cv')], initialState({ mayReplace: true })).rows.cv;
  assert.deepEqual([replaceable.file, replaceable.arrived], [cv, {}]);
  assert.equal(after(chosen, progress, elsewhere('cv')).cv.arrived?.file, cv);
  // The response was lost, and the document is about to be sent again.
  const again = [failed('Broken.'), { type: 'ended' }, { type: 'submitted' }] as const;
  assert.equal(after(chosen, progress, ...again, elsewhere('cv')).cv.arrived?.file, cv);
});

test('the result of a check does not change a row that has another file by now', () => {
  const earlier = new File(['y'], 'earlier.pdf');
  for (const file of [earlier, undefined]) {
    const rows = after(
      { type: 'chosen', documentType: 'cv', file: earlier },
      { type: 'chosen', documentType: 'cv', file: cv },
      { type: 'checked', documentType: 'cv', file, error: broken },
    );
    assert.deepEqual(rows.cv, { state: 'chosen', file: cv });
  }
});

test('a document that is made of pictures keeps the file that was chosen before, until the pictures replace it', () => {
  const { cv: preparing } = after(chosen, photos(picture));
  assert.deepEqual([isPreparing(preparing, 'cv'), preparing.file], [true, cv]);
  const { cv: without } = after(chosen, photos(picture), photos({ type: 'remove', id: 'a' }));
  assert.deepEqual([isPreparing(without, 'cv'), without.file], [false, cv]);
  const made = [chosen, photos(picture), photos(pictureRead)];
  const { cv: row } = after(...made);
  assert.deepEqual([isPreparing(row, 'cv'), row.file?.name], [false, 'CV.pdf']);
  const { cv: changing } = after(...made, photos({ ...picture, files: [{ id: 'b', file: cv }] }));
  assert.deepEqual([isPreparing(changing, 'cv'), changing.file], [true, undefined]);
  // The page leaves the document out.
  const leaveOut = { type: 'chosen', documentType: 'cv', file: undefined } as const;
  assert.deepEqual(after(...made, leaveOut).cv, { state: 'missing' });
  assert.equal(after(...made, chosen).cv.photos, undefined);
});

test('an unreadable picture does not take the place of the photograph that another picture has become', () => {
  const passport = (action: PhotoAction) =>
    ({ ...photos(action), documentType: 'passport' }) as const;
  const made = [passport(picture), passport(pictureRead)];
  const other = passport({ ...picture, files: [{ id: 'b', file: cv }] });
  const unreadable = passport({ type: 'unreadable', id: 'b', message: 'It is torn.' });
  for (const events of [[other], [other, unreadable]]) {
    const { passport: row } = after(...made, ...events);
    assert.deepEqual([row.state, row.file?.name], ['chosen', 'passport.jpg']);
  }
});

test('a picture that was chosen as the document is checked as such if it cannot be read', () => {
  const before = stateAfter(photos({ ...picture, isChosen: true }));
  const unreadable = photos({ type: 'unreadable', id: 'a', message: 'It is torn.' });
  const { state, check } = reduceUpload(before, unreadable);
  assert.deepEqual(state.rows.cv, { state: 'chosen', file: cv });
  assert.deepEqual(check, { documentType: 'cv', file: cv });
});

test('the document that is being sent is announced with its result; of the others only the check of a choice is', () => {
  const announcement = (...events: readonly UploadEvent[]) => stateAfter(...events).announcement;
  const { message } = broken;
  const checked = { type: 'checked', documentType: 'cv', file: undefined, error: broken } as const;
  assert.equal(announcement(checked), 'CV: Broken.');
  assert.equal(announcement({ type: 'submitted' }, checked), '');
  const sending = [chosen, progress];
  assert.equal(announcement(...sending), 'Sending CV');
  assert.equal(announcement(...sending, sent('cv', 'nysc')), 'CV: Document uploaded');
  const broke = failed(message);
  assert.equal(announcement(...sending, broke), 'CV: Broken.');
  const others = { type: 'not-sent', documents: ['nysc'], message: 'Not sent yet.' } as const;
  assert.equal(announcement(...sending, broke, others), 'CV: Broken.');
});

const known = elsewhere(...documentOrder);
const replaceable = (...events: readonly UploadEvent[]) =>
  reduce(
    [known, ...events],
    initialState({ received: [{ type: 'cv', details: 'old.pdf' }], mayReplace: true }),
  );

test('a document that has arrived stays arrived while a file that replaces it is chosen, refused, sent, or fails', () => {
  const { message } = broken;
  const refused = { type: 'checked', documentType: 'cv', file: cv, error: broken } as const;
  for (const events of [
    [],
    [chosen],
    [chosen, photos(picture)],
    [chosen, progress],
    [chosen, progress, known],
    [chosen, progress, failed(message)],
    [chosen, refused],
    [chosen, { type: 'chosen', documentType: 'cv', file: undefined }],
  ] as const) {
    const state = replaceable(...events);
    assert.equal(state.rows.cv.arrived?.details, 'old.pdf', JSON.stringify(events));
    assert.deepEqual(viewOf(state).arrived.toSorted(), documentOrder.toSorted());
  }
  assert.deepEqual(unsentIn(replaceable()), []);
  assert.deepEqual(unsentIn(replaceable(chosen)), ['cv']);
  const replaced = replaceable(chosen, progress, sent('cv', 'nysc'));
  assert.equal(replaced.rows.cv.arrived?.file, cv);
  assert.deepEqual(unsentIn(replaced), []);
});

test('a run in which a document was not replaced has failed, and one in which it was has completed', () => {
  const run = (...events: readonly UploadEvent[]) => replaceable(...events).run.state;
  const end: UploadEvent = { type: 'ended' };
  assert.equal(run(chosen, progress, failed('Broken.'), end), 'failed');
  assert.equal(run(chosen, progress, sent('cv'), end), 'completed');
});

test('once replacing is over the row of the file says so, and no row offers it', () => {
  const message = 'It can no longer be replaced.';
  const over = failed(message, true);
  const arrived = { details: 'old.pdf', isEarlier: true };
  const before = replaceable(chosen, progress, over, { type: 'ended' });
  assert.deepEqual(before.rows.cv, { arrived, state: 'missing', message });
  assert.ok(documentOrder.every((type) => isReadOnly(before.rows[type], before.mayReplace)));
  assert.deepEqual([before.run.state, before.mayReplace], ['failed', false]);
  const next = replaceable(
    chosen,
    progress,
    over,
    ...([{ type: 'ended' }, { type: 'submitted', documentType: 'cv' }, { type: 'ended' }] as const),
  );
  assert.equal(next.run.state, 'completed');
  // Without script, the page that follows knows that nothing can be replaced.
  const errors = [{ field: 'cv' as const, message }];
  const received = [{ type: 'cv', details: 'old.pdf' }] as const;
  assert.deepEqual(initialState({ received }, { errors }).rows.cv, before.rows.cv);
});

for (const [bytes, text] of [
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1500, '1.5 KB'],
  [9_940, '9.9 KB'],
  [10_400, '10 KB'],
  [999_000, '999 KB'],
  [1_000_000, '1 MB'],
  [3_440_000, '3.4 MB'],
  [12_600_000, '13 MB'],
  [1_200_000_000, '1.2 GB'],
  [1_000_000_000_000, '1 TB'],
  [5_000_000_000_000_000, '5000 TB'],
] as const)
  test(`${bytes} bytes are ${text}`, () => assert.equal(formatBytes(bytes), text));

test('sizes, limits and announcements are in the language of the page', () => {
  runInLanguage('fr', () => {
    assert.equal(formatBytes(999), '999\u00a0octets');
    assert.equal(formatBytes(3_440_000), '3,4\u00a0Mo');
    assert.equal(formatBytes(4_294_967_296), '4,3\u00a0Go');
    assert.equal(fileRequirements('cv'), 'pdf, doc, docx\u00a0; 4\u00a0Mo au maximum');
    assert.match(sizeNotice(4_000_001) ?? '', /dépasse 4\u00a0Mo/);
    const checked = {
      type: 'checked',
      documentType: 'nysc',
      file: undefined,
      error: { message: 'Vide.', stopsUpload: false },
    } as const;
    assert.equal(
      stateAfter(checked).announcement,
      'Certificat NYSC (service national du Nigeria)\u00a0: Vide.',
    );
  });
});

test('a response is parsed as received, file refused, site failed, or a page of a proxy', () => {
  const good = parseSendResult(200, '{"received":["cv","x"],"complete":false}');
  assert.deepEqual(good, { received: ['cv'] });
  const wrong = parseSendResult(415, '{"message":"Invalid File type for \\"cv\\"","received":[]}');
  assert.equal(wrong.failure?.reason, 'file');
  assert.match(wrong.failure.message, /^Invalid File type/);
  const down = parseSendResult(
    502,
    '{"message":"An error occured processing your request.","received":["cv"]}',
  );
  assert.equal(down.failure?.reason, 'request');
  assert.deepEqual(down.received, ['cv']);
  for (const [status, text] of [
    [413, '<html>Request Entity Too Large</html>'],
    [200, '<html>Sign in to the network</html>'],
    [500, ''],
    [200, 'null'],
  ] as const) {
    const junk = parseSendResult(status, text);
    assert.ok(junk.failure?.message);
  }
});

test('a document whose file was lost is named until a file is chosen for it, or it has arrived', () => {
  const lost: UploadEvent = { type: 'lost', documents: ['cv', 'nysc', 'waec'] };
  assert.deepEqual(lostIn(lost), ['cv', 'nysc', 'waec']);
  const received = elsewhere('waec');
  assert.deepEqual(lostIn(lost, chosen, received), ['nysc']);
  assert.deepEqual(lostIn(chosen, received, lost), ['nysc']);
  const emptied: UploadEvent = { type: 'chosen', documentType: 'cv', file: undefined };
  assert.deepEqual(lostIn(lost, chosen, emptied), ['nysc', 'waec']);
});

test('what had arrived before is shown last, and a run in which other documents were not chosen has sent a part', () => {
  const received = [{ type: 'cv', details: 'cv.pdf' }] as const;
  const before = initialState({ received, needed: ['cv', 'nysc', 'waec'] });
  assert.deepEqual(viewOf(before).shown, ['nysc', 'waec', 'cv']);
  const isInPart = (message: string) => {
    const error = { message, stopsUpload: false };
    const checked = { type: 'checked', documentType: 'waec', file: undefined, error } as const;
    return viewOf(reduce([checked, { type: 'ended' }], before)).isInPart;
  };
  assert.deepEqual([isInPart('This field is required.'), isInPart('Broken.')], [true, false]);
});
