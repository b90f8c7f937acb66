import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { documentHelp } from '#src/features/documents/document-help.ts';

test('an opening that needs no degree says so, whatever its case, and every document has a help text', () => {
  assert.deepEqual(Object.keys(documentHelp('Head Baker, Agege Bread')), documentOrder);
  const notNeeded = (role: string) =>
    documentOrder.filter((type) => documentHelp(role)[type]?.isNeeded === false);
  assert.deepEqual(notNeeded('Head Baker, Agege Bread'), []);
  assert.deepEqual(notNeeded(' kitchen porter'), ['nysc', 'undergraduate']);
  assert.match(documentHelp('Kitchen Porter').nysc?.text ?? '', /This job does not need it/);
  assert.doesNotMatch(documentHelp('Buka Manager').nysc?.text ?? '', /does not need/);
});

test('the roles of the sample config are roles of the sample openings', () => {
  const folder = join(import.meta.dirname, '../../../fixtures/openings');
  const sample = globSync('*.json', { cwd: folder }).flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { role_name: string }[]).map(
      ({ role_name }) => role_name,
    ),
  );
  for (const { notNeeded } of Object.values(siteConfig.documents))
    for (const role of notNeeded?.roles ?? []) assert.ok(sample.includes(role), role);
});
