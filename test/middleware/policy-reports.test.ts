import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { contentSecurityPolicy } from '#src/middleware/content-security-policy.ts';
import { maxReportBytes, policyReports } from '#src/middleware/policy-reports.ts';
import { log } from '#src/telemetry/logger.ts';

/** Returns the endpoint with a fake clock; `lines` are its log. */
function endpoint(t: TestContext) {
  const lines: object[] = [];
  t.mock.method(log(), 'warn', (line: object) => void lines.push(line));
  let time = 0;
  const app = policyReports({ siteOrigin: 'https://careers.example', now: () => time });
  const send = async (body: BodyInit) =>
    (
      await app.request('/policy-reports', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/csp-report' },
      })
    ).status;
  const report = (directive: unknown, blocked: unknown, more: object = {}) =>
    send(
      JSON.stringify({
        'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked, ...more },
      }),
    );
  const wait = (ms: number) => {
    time += ms;
  };
  return { lines, send, report, wait };
}

test('logs a violation without any text of its report, and counts those that follow within a minute', async (t) => {
  const { lines, report, wait } = endpoint(t);
  const text = { 'document-uri': 'https://careers.example/?q=Ngozi', 'script-sample': 'Ngozi' };
  for (let n = 0; n < 5; n += 1)
    assert.equal(await report('script-src-elem', 'https://evil.example/Ngozi', text), 204);
  assert.equal(await report('img-src', 'data'), 204);
  wait(60_000);
  assert.equal(await report('script-src-elem', 'https://other.example/'), 204);
  const violation = { event: 'policy-violation', directive: 'script-src-elem' };
  assert.deepEqual(lines, [
    { ...violation, blocked: 'another site', count: 1, total: 1 },
    { event: 'policy-violation', directive: 'img-src', blocked: 'data', count: 1, total: 6 },
    { ...violation, blocked: 'another site', count: 5, total: 7 },
  ]);
});

test('accepts the directives that a browser reports for the policy of the site, and no others', async (t) => {
  const { send, report } = endpoint(t);
  const policyOf = contentSecurityPolicy({
    siteScripts: [],
    siteStyles: [],
    reportPath: '/policy-reports',
  });
  const inPolicy = policyOf({ scripts: [] })
    .split('; ')
    .map((directive) => directive.split(' ')[0] ?? '')
    // A browser reports the first to the site that frames the page, and the second is no rule.
    .filter((name) => !['frame-ancestors', 'report-uri'].includes(name));
  // These follow from default-src and script-src, or are what an older browser reports.
  const others = ['script-src-elem', 'style-src', 'worker-src', 'media-src', 'object-src'];
  for (const directive of [...inPolicy, ...others]) {
    assert.equal(await report(directive, 'inline'), 204, directive);
    const violated = { 'violated-directive': `${directive} 'self'` };
    assert.equal(await send(JSON.stringify({ 'csp-report': violated })), 204, directive);
  }
  for (const directive of ['frame-ancestors', 'report-uri', 'img', 'IMG-SRC', ''])
    assert.equal(await report(directive, 'inline'), 400, directive);
});

test('names what was blocked by its kind', async (t) => {
  const { lines, report } = endpoint(t);
  for (const blocked of [
    'inline',
    'eval',
    'https://careers.example/a.js',
    'chrome-extension://abc/x.js',
    'Ngozi Eze',
    7,
  ])
    assert.equal(await report('script-src', blocked), 204);
  assert.deepEqual(
    lines.map((line) => (line as { blocked: string }).blocked),
    ['inline', 'eval', 'this site', 'another scheme', 'unknown'],
  );
});

test('refuses what is no report, a long report, and more than 600 in a minute', async (t) => {
  const { lines, send, report, wait } = endpoint(t);
  for (const body of ['', '{', '[]', '{"csp-report":{}}', '{"csp-report":7}'])
    assert.equal(await send(body), 400);
  assert.equal(await report('Ngozi Eze', 'inline'), 400);
  const empty = JSON.stringify({
    'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline', sample: '' },
  });
  const sized = (bytes: number) =>
    report('img-src', 'inline', { sample: 'x'.repeat(bytes - empty.length) });
  assert.deepEqual([await sized(maxReportBytes), await sized(maxReportBytes + 1)], [204, 413]);
  for (let n = 9; n < 600; n += 1) await report('img-src', 'inline');
  assert.equal(await report('img-src', 'inline'), 204);
  assert.equal(await report('img-src', 'inline'), 429);
  wait(60_000);
  assert.equal(await report('img-src', 'inline'), 204);
  assert.deepEqual(
    lines.map((line) => (line as { count: number }).count),
    [1, 593],
  );
});
