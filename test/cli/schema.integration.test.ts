import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationSchema } from '#src/domain/model/application.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { careers } from './support/run.ts';

test('submit --print-schema prints the fixture’s JSON Schema and makes no call', async () => {
  const { code, stdout, stderr } = await careers(['submit', '--print-schema']);
  assert.deepEqual([code, stderr], [0, '']);
  const schema = JSON.parse(stdout);
  assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
  assert.deepEqual(schema.required, ['application', 'documents']);
  assert.deepEqual(schema.properties.documents.required, documentOrder);
  for (const field of Object.keys(applicationSchema.shape))
    assert.ok(field in schema.properties.application.properties);
  assert.equal(schema.properties.application.additionalProperties, false);
});
