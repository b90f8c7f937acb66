import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateXML } from 'xmllint-wasm';
import { junitXml } from '#cli/output/junit.ts';
import { transferText } from '#cli/submit/progress.ts';

test('progress has the amount, and after a second the rate and the time left', () => {
  const mb = 1_000_000;
  for (const [sent, left, elapsedMs, expected] of [
    [0, 40 * mb, 0, '0.0 of 40.0 MB'],
    [10 * mb, 30 * mb, 999, '10.0 of 40.0 MB'],
    [10 * mb, 30 * mb, 5000, '10.0 of 40.0 MB, 2.0 MB/s, 15 s left'],
    [mb, 599 * mb, 1000, '1.0 of 600.0 MB, 1.0 MB/s, 10 min left'],
    [mb, 7199 * mb, 1000, '1.0 of 7200.0 MB, 1.0 MB/s, 2 h 0 min left'],
    [10 * mb, 0, 5000, '10.0 of 10.0 MB, 2.0 MB/s, 0 s left'],
  ] as const)
    assert.equal(transferText({ sentBytes: sent, leftBytes: left, elapsedMs }), expected);
});

test('a JUnit report is well-formed XML whatever the texts contain', async () => {
  const xml = junitXml('a "suite"', [
    { name: '<a>&\u0000\u001b.json', failure: { type: 'x', message: 'line\n"two" \ud800' } },
    { name: 'b.json', output: ']]> applicant 1', seconds: 1.5 },
    { name: 'c', skipped: true },
  ]);
  const { valid, rawOutput } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    normalization: 'format',
  });
  assert.ok(valid, rawOutput);
  assert.match(xml, /tests="3" failures="1" skipped="1"/);
  assert.match(xml, /name="&#60;a&#62;&#38; {2}\.json"/);
});
