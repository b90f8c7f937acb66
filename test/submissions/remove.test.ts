import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { scratch, secret } from './sample.ts';

test('a removal ends when the submission is gone, also while another process writes', async (t) => {
  const file = join(scratch(t), 'site.sqlite');
  const repository = openSubmissionRepository({ file, secret });
  t.after(() => repository.close());
  const { id } = await repository.start('k'.repeat(22), buildApplication());
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('begin immediate');
  let isRemoved = false;
  const removed = repository.remove(id).then(() => {
    isRemoved = true;
  });
  // A read does not wait for the other process.
  assert.ok(await repository.find(id));
  await setImmediate();
  assert.equal(isRemoved, false);
  other.exec('commit');
  await removed;
  assert.equal(await repository.find(id), undefined);
});
