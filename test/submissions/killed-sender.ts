// Runs as a separate process: starts a submission, prints its id and waits to be killed.
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { secret } from './sample.ts';

const [file = '', until = '', leaseMs = ''] = process.argv.slice(2);
const repository = openSubmissionRepository({ file, secret, leaseMs: Number(leaseMs) });
const { kind, id } = await repository.start('k'.repeat(22), buildApplication());
if (until !== 'started') await repository.markSending(id);
if (until === 'accepted')
  await repository.settle(id, { status: 'accepted', applicantId: '4711' }, buildApplication());
process.stdout.write(`${kind} ${id}\n`);
// Keeps the process alive, as a site that waits for the response of its API host.
setInterval(() => {}, 1000);
