import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { parseSendResult } from '#src/features/documents/document-requests.ts';
import {
  formatBytes,
  initialRows,
  type RowAction,
  rowsReducer,
  unsentDocuments,
} from '#src/features/documents/document-rows.ts';

const cv = new File(['x'], 'cv.pdf');
const after = (...events: readonly RowAction[]) => events.reduce(rowsReducer, initialRows());

test('documents are sent in the order of section 5, without those already received', () => {
  assert.deepEqual(unsentDocuments(initialRows()), documentOrder);
  const rows = after({ type: 'received', documents: ['waec', 'cv'] });
  assert.deepEqual(unsentDocuments(rows), ['nysc', 'undergraduate', 'other', 'passport']);
});

test('nothing is unsent when the sixth document is received, in any order', () => {
  const five = documentOrder.filter((type) => type !== 'nysc');
  assert.deepEqual(unsentDocuments(after({ type: 'received', documents: five })), ['nysc']);
  assert.deepEqual(
    unsentDocuments(
      after({ type: 'received', documents: five }, { type: 'received', documents: ['nysc'] }),
    ),
    [],
  );
});

test('a received document stays received after any later action', () => {
  const done = after(
    { type: 'choose', documentType: 'cv', file: cv },
    { type: 'progress', documentType: 'cv', sent: 1, total: 1 },
    { type: 'received', documents: ['cv'] },
  );
  assert.deepEqual(done.cv, { state: 'received', file: cv });
  for (const event of [
    { type: 'choose', documentType: 'cv', file: undefined },
    { type: 'failed', documentType: 'cv', message: 'no' },
    { type: 'progress', documentType: 'cv', sent: 0, total: 1 },
    { type: 'received', documents: [] },
  ] as const)
    assert.equal(rowsReducer(done, event).cv.state, 'received');
});

test('a failed document keeps its file and its message until another file is chosen', () => {
  const failed = after(
    { type: 'choose', documentType: 'cv', file: cv },
    { type: 'progress', documentType: 'cv', sent: 0, total: 1 },
    { type: 'failed', documentType: 'cv', message: 'Broken.' },
  );
  assert.deepEqual(failed.cv, { state: 'failed', file: cv, message: 'Broken.' });
  const again = rowsReducer(failed, {
    type: 'choose',
    documentType: 'cv',
    file: new File(['y'], 'b.pdf'),
  });
  assert.equal(again.cv.state, 'chosen');
});

test('an error message is shown at its row until the next check', () => {
  const message = 'This field is required.';
  const check = { type: 'checked', documentType: 'nysc', file: undefined } as const;
  const wrong = after({ ...check, message });
  assert.deepEqual(wrong.nysc, { state: 'missing', message });
  assert.deepEqual(rowsReducer(wrong, { ...check, message: undefined }).nysc, { state: 'missing' });
});

test('the result of a check does not change a row that has another file by now', () => {
  const rows = after(
    { type: 'choose', documentType: 'cv', file: new File(['y'], 'earlier.pdf') },
    { type: 'choose', documentType: 'cv', file: cv },
  );
  const late = { type: 'checked', documentType: 'cv', message: 'Broken.' } as const;
  const earlier = new File(['y'], 'earlier.pdf');
  assert.deepEqual(rowsReducer(rows, { ...late, file: earlier }).cv, { state: 'chosen', file: cv });
  assert.equal(rowsReducer(rows, { ...late, file: undefined }).cv.state, 'chosen');
});

test('sizes are formatted in powers of 1000', () => {
  const sizes: readonly [number, string][] = [
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [3_440_000, '3.4 MB'],
    [12_600_000, '13 MB'],
    [4_294_967_296, '4.3 GB'],
    [1_099_511_627_776, '1.1 TB'],
  ];
  for (const [bytes, words] of sizes) assert.equal(formatBytes(bytes), words);
});

test('a response is parsed as received, file refused, site failed, or a page of a proxy', () => {
  const good = parseSendResult(200, '{"received":["cv","x"],"complete":false}');
  assert.deepEqual(good, { ok: true, received: ['cv'] });
  const wrong = parseSendResult(415, '{"message":"Invalid File type for \\"cv\\"","received":[]}');
  assert.ok(!wrong.ok && wrong.failed === 'file' && wrong.message.startsWith('Invalid File type'));
  const down = parseSendResult(
    502,
    '{"message":"An error occured processing your request.","received":["cv"]}',
  );
  assert.ok(!down.ok && down.failed === 'request');
  assert.deepEqual(down.received, ['cv']);
  for (const [status, text] of [
    [413, '<html>Request Entity Too Large</html>'],
    [200, '<html>Sign in to the network</html>'],
    [500, ''],
    [200, 'null'],
  ] as const) {
    const junk = parseSendResult(status, text);
    assert.ok(!junk.ok);
    assert.notEqual(junk.message, '');
  }
});
