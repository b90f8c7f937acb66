// Run as a process of its own: takes the lock, says so, and is killed where the argument says.
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { anApplication, secret } from './sample.ts';

const [file = '', until = ''] = process.argv.slice(2);
const journal = openSubmissionRepository({ path: file, secret, leaseMs: 400 });
const begun = await journal.begin('k'.repeat(22), anApplication());
const { id } = begun.submission;
if (until !== 'begun') journal.posting(id);
if (until === 'accepted') journal.accepted(id, anApplication(), '4711');
process.stdout.write(`${begun.kind} ${id}\n`);
// Stays alive, as a site that waits for its host's answer.
setInterval(() => {}, 1000);
