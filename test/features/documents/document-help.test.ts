import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { neededDocuments } from '#src/config/needed-documents.ts';
import { siteConfig } from '#src/config/site.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { documentHelp } from '#src/features/documents/document-help.ts';

const role = (role_name: string) => ({ role_name, company_name: 'Buka Ireti' });

test('an opening that needs no degree says so, whatever its case, and every document has a help text', () => {
  assert.deepEqual(Object.keys(documentHelp(role('Head Baker, Agege Bread'))), documentOrder);
  const notNeeded = (name: string) =>
    documentOrder.filter((type) => documentHelp(role(name))[type]?.isNeeded === false);
  assert.deepEqual(notNeeded('Head Baker, Agege Bread'), []);
  assert.deepEqual(notNeeded(' kitchen porter'), ['nysc', 'undergraduate']);
  assert.match(documentHelp(role('Kitchen Porter')).nysc?.text ?? '', /This job does not need it/);
  assert.doesNotMatch(documentHelp(role('Buka Manager')).nysc?.text ?? '', /does not need/);
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

test('a role, a company or every opening may do without a document for which nothing is sent in its place', () => {
  const porter = role('Kitchen Porter');
  const help = 'Help.' as never;
  const needed = (notNeeded: object, opening = porter) =>
    neededDocuments(opening, { nysc: { help, notNeeded } });
  const others = documentOrder.filter((type) => type !== 'nysc');
  assert.deepEqual(needed({}), others);
  assert.deepEqual(needed({ roles: [' kitchen  PORTER'] }), others);
  assert.deepEqual(needed({ companies: ['Buka Ireti'] }), others);
  assert.deepEqual(needed({ roles: ['Baker'], companies: ['Buka Ireti'] }), others);
  assert.deepEqual(needed({ roles: ['Baker'] }), documentOrder);
  assert.deepEqual(needed({ roles: ['Kitchen Porter'], help }), documentOrder, 'a note is sent');
  assert.deepEqual(neededDocuments(porter), documentOrder, 'the sample needs all six');
  const none = Object.fromEntries(documentOrder.map((type) => [type, { help, notNeeded: {} }]));
  assert.deepEqual(neededDocuments(porter, none), ['cv'], 'one is always needed');
});
