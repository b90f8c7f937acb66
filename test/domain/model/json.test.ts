import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOpeningsFile } from '#src/api-host/admin/openings-file.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { sanitizeDescription } from '#src/html/sanitizer.ts';
import { testHost } from '#test/api-host/support/host.ts';
import { opening } from '#test/api-host/support/openings.ts';
import { documentParts, upload } from '#test/api-host/support/upload.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';

const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);
/** Code that visits it recursively uses up the stack. */
const deep = nested(20_000);
const withField = (name: string, json: string) =>
  `[${JSON.stringify(opening()).slice(0, -1)},"${name}":${json}}]`;

test('JSON has at most 100 levels, with large numbers too', () => {
  for (const inner of ['', '1', '1234567890123456789']) {
    assert.ok(parseJson(nested(100, inner)));
    assert.throws(() => parseJson(nested(101, inner)), SyntaxError);
    assert.throws(() => parseJson(nested(20_000, inner)), SyntaxError);
  }
  const objects = `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`;
  assert.throws(() => parseJson(objects), SyntaxError);
  assert.equal(parseJson(`"${'[{'.repeat(200)}"`), '[{'.repeat(200));
});

const files = {
  'a further field': withField('x', deep),
  'a large number in a further field': withField('x', nested(20_000, '1234567890123456789')),
  questions: withField('questions', deep),
  'a part of a salary': withField('salary', `{"min":1,"max":2,"x":${deep}}`),
  'the list itself': deep,
  'a cell with further fields': `role_name;company_name;further\nA;B;"{""x"":${deep}}"`,
  'a cell with questions': `role_name;company_name;questions\nA;B;"[{""x"":${deep}}]"`,
};
for (const [name, text] of Object.entries(files))
  test(`an import refuses 20,000 brackets in ${name} with a sentence`, () =>
    assert.throws(() => parseOpeningsFile(Buffer.from(text)), {
      name: 'ImportError',
      message: /^(?:It could not be read as JSON: it has more than 100 levels|Line 2: \w+: .*)$/s,
    }));

test('20,000 brackets are a sentence and an exit code for the command line', async (t) => {
  const host = await startScriptedHost();
  t.after(() => host.stop());
  host.always('openingsall', replies.raw(`{"status":true,"data":${deep}}`));
  const options = { env: { API_HOST: host.origin }, stdin: deep };
  for (const [args, code] of [
    [['contact', '-'], 3],
    [['submit', '-'], 3],
    [['doctor', '--host', host.origin], 5],
    [['list'], 5],
  ] as const) {
    const ran = await careers(args, options);
    assert.equal(ran.code, code, `${args}: ${ran.stderr}`);
    assert.doesNotMatch(ran.stdout + ran.stderr, /RangeError|call stack|\n {4}at /, `${args}`);
  }
});

test('20,000 brackets in a call to the API host are a refusal', async (t) => {
  const host = await testHost(t);
  for (const path of ['applyjobposting', 'contact']) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
    const reply = await host.call(path, { method: 'POST', headers, body: `{"answers":${deep}}` });
    assert.equal(reply.httpStatus, 400, path);
  }
  const parts = [{ name: 'applicant_info', value: `{"applicant_id":${deep}}` }];
  const reply = await upload(host.origin, [...documentParts('', 'cv', 'the cv'), ...parts]);
  assert.equal(reply.httpStatus, 422);
});

test('a description with 20,000 open elements becomes text', () =>
  assert.match(sanitizeDescription(`${'<b>'.repeat(20_000)}x`), /x/));
