import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submissionStatus } from '#src/browser/submission-status.ts';

test('a reply that makes no sense is an error, and of another one only documents that the page knows are read', async (t) => {
  let reply = '';
  let status = 200;
  t.mock.method(globalThis, 'fetch', async () => new Response(reply || null, { status }));

  status = 204;
  assert.equal(await submissionStatus('/api/submission'), undefined);
  for (status of [205, 404, 500])
    await assert.rejects(submissionStatus('/api/submission'), /\/api\/submission: /);
  status = 200;

  for (reply of [
    '',
    '<html>',
    'null',
    '"77"',
    '[]',
    '{}',
    '{"applicant_id":""}',
    '{"applicant_id":"77"}',
  ])
    await assert.rejects(() => submissionStatus('/api/submission'), reply);
  reply =
    '{"applicant_id":"77","received":["cv","x",1,null],"withdrawn":true,"link_until":"2026-12-29"}';
  const { applicantId, received, isWithdrawn, isClosed, linkUntil } =
    (await submissionStatus('/api/submission')) ?? assert.fail();
  assert.deepEqual([applicantId, received, linkUntil], ['77', ['cv'], '2026-12-29']);
  // The site of the version before says only that it was withdrawn.
  assert.deepEqual([isWithdrawn, isClosed], [true, true]);
});
