import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { validateXML } from 'xmllint-wasm';
import { junitXml } from '#cli/output/junit.ts';
import { progressOn } from '#cli/output/terminal.ts';
import { uploadProgress } from '#cli/submit/progress.ts';

test('progress counts what is under way, what failed in the middle, and what will not be sent', () => {
  let shown = '';
  const line = { isShown: false, show: (text: string) => (shown = text), clear: () => {} };
  const mb = 1_000_000;
  const progress = uploadProgress(line, 40 * mb);
  const first = { bytesRead: 0 };
  const endFirst = progress.document('first', first, 10 * mb);
  assert.equal(shown, 'first, 0.0 of 40.0 MB');
  first.bytesRead = 4 * mb;
  progress.document('second', { bytesRead: 0 }, 10 * mb);
  assert.equal(shown, 'second, 4.0 of 40.0 MB');
  // Six of ten megabytes were sent: the other four are not.
  first.bytesRead = 6 * mb;
  endFirst();
  progress.skip(6 * mb);
  progress.document('third', { bytesRead: 0 }, 10 * mb);
  assert.equal(shown, 'third, 6.0 of 30.0 MB');
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
