import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOrder } from '#src/domain/rules/documents.ts';
import {
  emptyRows,
  isComplete,
  nextRows,
  type RowEvent,
  sizeInWords,
  toSend,
} from '#src/features/documents/document-rows.ts';
import { resultOf } from '#src/features/documents/send-document.ts';

const cv = new File(['x'], 'cv.pdf');
const after = (...events: readonly RowEvent[]) => events.reduce(nextRows, emptyRows);

test('documents are sent in the order of section 5, those that arrived are not sent again', () => {
  assert.deepEqual(toSend(emptyRows), documentOrder);
  const rows = after({ is: 'received', types: ['waec', 'cv'] });
  assert.deepEqual(toSend(rows), ['nysc', 'undergraduate', 'other', 'passport']);
});

test('the set is complete with the sixth, whichever that is', () => {
  const five = documentOrder.filter((type) => type !== 'nysc');
  assert.equal(isComplete(after({ is: 'received', types: five })), false);
  assert.equal(
    isComplete(after({ is: 'received', types: five }, { is: 'received', types: ['nysc'] })),
    true,
  );
});

test('a document that arrived stays arrived, whatever comes after', () => {
  const done = after(
    { is: 'chosen', type: 'cv', file: cv },
    { is: 'progress', type: 'cv', sent: 1, total: 1 },
    { is: 'received', types: ['cv'] },
  );
  assert.deepEqual(done.cv, { state: 'done', file: cv });
  for (const event of [
    { is: 'chosen', type: 'cv', file: undefined },
    { is: 'failed', type: 'cv', message: 'no' },
    { is: 'progress', type: 'cv', sent: 0, total: 1 },
    { is: 'received', types: [] },
  ] as const)
    assert.equal(nextRows(done, event).cv.state, 'done');
});

test('a failed document keeps its file and says why; choosing another forgets the failure', () => {
  const failed = after(
    { is: 'chosen', type: 'cv', file: cv },
    { is: 'progress', type: 'cv', sent: 0, total: 1 },
    { is: 'failed', type: 'cv', message: 'Broken.' },
  );
  assert.deepEqual(failed.cv, { state: 'failed', file: cv, message: 'Broken.' });
  const again = nextRows(failed, { is: 'chosen', type: 'cv', file: new File(['y'], 'b.pdf') });
  assert.equal(again.cv.state, 'chosen');
});

test('what is wrong stands at its row and goes with the next look', () => {
  const wrong = after({ is: 'wrong', issues: new Map([['nysc', 'This field is required.']]) });
  assert.deepEqual(wrong.nysc, { state: 'missing', message: 'This field is required.' });
  assert.deepEqual(nextRows(wrong, { is: 'wrong', issues: new Map() }).nysc, { state: 'missing' });
});

test('sizes read as file managers show them', () => {
  const sizes: readonly [number, string][] = [
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [3_440_000, '3.4 MB'],
    [12_600_000, '13 MB'],
    [4_294_967_296, '4.3 GB'],
    [1_099_511_627_776, '1.1 TB'],
  ];
  for (const [bytes, words] of sizes) assert.equal(sizeInWords(bytes), words);
});

test("the site's answers: arrived, the file at fault, the way at fault, and junk of a proxy", () => {
  const good = resultOf(200, '{"received":["cv","x"],"complete":false}');
  assert.deepEqual(good, { ok: true, received: ['cv'], complete: false });
  const wrong = resultOf(415, '{"message":"Invalid File type for \\"cv\\"","received":[]}');
  assert.ok(!wrong.ok && wrong.fileAtFault && wrong.message.startsWith('Invalid File type'));
  const down = resultOf(
    502,
    '{"message":"An error occured processing your request.","received":["cv"]}',
  );
  assert.ok(!down.ok && !down.fileAtFault);
  assert.deepEqual(down.received, ['cv']);
  for (const [status, text] of [
    [413, '<html>Request Entity Too Large</html>'],
    [200, '<html>Sign in to the network</html>'],
    [500, ''],
    [200, 'null'],
  ] as const) {
    const junk = resultOf(status, text);
    assert.ok(!junk.ok);
    assert.notEqual(junk.message, '');
  }
});
