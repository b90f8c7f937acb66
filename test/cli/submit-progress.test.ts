import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { validateXML } from 'xmllint-wasm';
import { junitXml } from '#cli/output/junit.ts';
import { progressOn } from '#cli/output/terminal.ts';

test('progress is one line of a terminal, and nothing elsewhere', () => {
  const shownOn = (isTTY: boolean, isEnabled: boolean) => {
    const stream = Object.assign(new PassThrough(), { isTTY, columns: 6 });
    const line = progressOn(stream, isEnabled);
    line.show('1234\n67');
    line.clear();
    return String(stream.read() ?? '');
  };
  assert.equal(shownOn(true, true), '\r\u001b[K1234 \r\u001b[K');
  for (const [isTTY, isEnabled] of [
    [true, false],
    [false, true],
  ] as const)
    assert.equal(shownOn(isTTY, isEnabled), '');
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
