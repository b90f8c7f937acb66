import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { validateXML } from 'xmllint-wasm';
import { junitXml } from '#cli/output/junit.ts';
import { progressOn } from '#cli/output/terminal.ts';
import { transferText, uploadProgress } from '#cli/submit/progress.ts';

test('progress has the amount, and after a second the rate and the time left', () => {
  const mb = 1_000_000;
  for (const [sent, left, elapsedMs, expected] of [
    [0, 40 * mb, 0, '0.0 of 40.0 MB'],
    [10 * mb, 30 * mb, 999, '10.0 of 40.0 MB'],
    [10 * mb, 30 * mb, 5000, '10.0 of 40.0 MB, 2.0 MB/s, 15 s left'],
    [mb, 599 * mb, 1000, '1.0 of 600.0 MB, 1.0 MB/s, 10 min left'],
    [mb, 60 * mb, 1000, '1.0 of 61.0 MB, 1.0 MB/s, 1 min left'],
    [mb, 3600 * mb, 1000, '1.0 of 3601.0 MB, 1.0 MB/s, 1 h 0 min left'],
    [mb, 7199 * mb, 1000, '1.0 of 7200.0 MB, 1.0 MB/s, 2 h 0 min left'],
    [10 * mb, 0, 5000, '10.0 of 10.0 MB, 2.0 MB/s, 0 s left'],
  ] as const)
    assert.equal(transferText({ sentBytes: sent, leftBytes: left, elapsedMs }), expected);
});

test('progress counts what is under way, what failed in the middle, and what will not be sent', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  let shown = '';
  const line = { isShown: false, show: (text: string) => (shown = text), clear: () => {} };
  const mb = 1_000_000;
  const progress = uploadProgress(line, 40 * mb);
  const first = { bytesRead: 0 };
  const endFirst = progress.document('first', first, 10 * mb);
  assert.equal(shown, 'first, 0.0 of 40.0 MB');
  now += 2000;
  first.bytesRead = 4 * mb;
  progress.document('second', { bytesRead: 0 }, 10 * mb);
  assert.equal(shown, 'second, 4.0 of 40.0 MB, 2.0 MB/s, 18 s left');
  // Six of ten megabytes were sent: the other four are not.
  first.bytesRead = 6 * mb;
  endFirst();
  progress.skip(6 * mb);
  progress.document('third', { bytesRead: 0 }, 10 * mb);
  assert.equal(shown, 'third, 6.0 of 30.0 MB, 3.0 MB/s, 8 s left');
});

test('progress is one line of a terminal, and nothing elsewhere', () => {
  const shownOn = (isTTY: boolean, isEnabled: boolean) => {
    const stream = Object.assign(new PassThrough(), { isTTY, columns: 6 });
    const line = progressOn(stream, isEnabled);
    line.show('1234\n67');
    line.clear();
    return [line.isShown, String(stream.read() ?? '')];
  };
  assert.deepEqual(shownOn(true, true), [true, '\r\u001b[K1234 \r\u001b[K']);
  for (const [isTTY, isEnabled] of [
    [true, false],
    [false, true],
  ] as const)
    assert.deepEqual(shownOn(isTTY, isEnabled), [false, '']);
});

test('a JUnit report is well-formed XML whatever the texts contain', async () => {
  const xml = junitXml('a "suite"', [
    { name: '<a>&\u0000\u001b.json', failure: { type: 'x', message: 'line\n"two" \ud800' } },
    { name: 'b.json', output: ']]> applicant 1', seconds: 1.5 },
  ]);
  const { valid, rawOutput } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    normalization: 'format',
  });
  assert.ok(valid, rawOutput);
  assert.match(xml, /tests="2" failures="1" skipped="0"/);
  assert.match(xml, /name="&lt;a&gt;&amp;\.json"><failure /);
  assert.match(xml, /name="b\.json" time="1\.500"><system-out>/);
});
