import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submissionStatus } from '#src/browser/submission-status.ts';
import { acceptedStatus } from '#test/features/application/support/accepted-status.ts';

test('a reply about the application of a browser that makes no sense is an error, or without what cannot be read', async (t) => {
  let reply = '';
  let status = 200;
  t.mock.method(globalThis, 'fetch', async () => new Response(reply || null, { status }));

  status = 204;
  assert.equal(await submissionStatus('/api/submission'), undefined);
  for (status of [205, 404, 500])
    await assert.rejects(submissionStatus('/api/submission'), /\/api\/submission: /);
  status = 200;

  for (reply of ['', '<html>', 'null', '"77"', '[]', '{}', '{"applicant_id":""}'])
    await assert.rejects(() => submissionStatus('/api/submission'), reply);
  reply = '{"applicant_id":77,"received":"cv","withdrawn":"true","link":null}';
  assert.deepEqual(await submissionStatus('/api/submission'), {
    ...acceptedStatus,
    ...{ joblistingid: '', applicantId: '77', submissionId: undefined, appliedOn: '' },
  });
  reply = '{"applicant_id":"77","received":["cv","x",1,null]}';
  assert.deepEqual((await submissionStatus('/api/submission'))?.received, ['cv']);
});
