import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailKindsOf } from '#src/api-host/mail-kinds.ts';
import { unknownCompanies } from '#src/config/companies.ts';
import { expiryOf } from '#src/config/retention.ts';
import { siteConfig } from '#src/config/site.ts';
import { testHost } from '#test/api-host/support/host.ts';
import { opening } from '#test/api-host/support/openings.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { careers } from '#test/cli/support/in-process.ts';

const company = siteConfig.companies.items.find(({ mail }) => mail?.notify);
const spelling = ` ${company?.name.toUpperCase().replace(' ', '  ')} `;

test('a company is the one of the site config in another spelling of case and space', () => {
  assert.deepEqual(mailKindsOf('application', spelling), ['confirmation', 'notice']);
  const now = Date.parse('2026-03-01T00:00:00Z');
  assert.deepEqual(expiryOf({}, spelling, now), expiryOf({}, company?.name ?? '', now));
  assert.ok(expiryOf({}, spelling, now));
  assert.deepEqual(unknownCompanies([spelling]), []);
});

test('a company that the site config lacks is named once, with the most similar one', () => {
  const [similar, other, ...rest] = unknownCompanies(['Bukka Irety', 'Bukka Irety', 'Test Grill']);
  assert.match(similar ?? '', /no company "Bukka Irety": .*; did you mean "Buka Ireti"\?$/);
  assert.match(other ?? '', /no company "Test Grill": [^;]*$/);
  assert.deepEqual(rest, []);
  const many = unknownCompanies(Array.from({ length: 12 }, (_, index) => `Company ${index}`));
  assert.deepEqual([many.length, many.at(-1)], [11, '… and 2 more companies']);
});

test('a company that the site config lacks is a warning of the import, the start and doctor', async (t) => {
  const openings = [
    opening({ company_name: 'Frist Light Bakery' }),
    opening({ id: 102, company_id: 2, company_name: 'buka ireti' }),
  ];
  const host = await testHost(t, { openings });
  const text = 'the site config has no company "Frist Light Bakery"';
  const lines = host.lines.filter(({ event }) => event === 'companies-unknown');
  assert.ok(lines.length > 0);
  for (const { level, msg } of lines) {
    assert.equal(level, 'warn');
    assert.ok(String(msg).startsWith(text), String(msg));
    assert.doesNotMatch(String(msg), /buka ireti/);
  }
  const change = ['openings', 'edit', '101', '--jobstatus', 'Half time'];
  const { code, stderr } = await hostCommand(host.dataDir, change);
  assert.equal(code, 0);
  assert.ok(stderr.startsWith(`warning: ${text}`), stderr);
  const env = { DATA_DIR: host.dataDir, API_HOST: host.origin };
  const doctor = await careers(['doctor', '--json'], { env });
  const finding = JSON.parse(doctor.stdout).find(
    ({ check }: { readonly check: string }) => check === "API host's database",
  );
  assert.equal(finding.result, 'warning');
  assert.ok(finding.messages[0].startsWith(text), finding.messages[0]);
});
