/**
 * For memory.integration.test.ts: uploads argv[3] bytes to argv[2] and prints the growth of the process's
 * peak memory in bytes.
 */
import process from 'node:process';
import { upload, withClient, zeros } from '#test/domain/api/sample.ts';

const [, , apiHost = '', size = '0'] = process.argv;
await withClient({ apiHost, timeoutMs: 60_000 }, async (client) => {
  await client.listOpenings();
  // In KiB, counted from the start of the process. Not compared with the current memory, which the kernel may
  // have reduced meanwhile.
  const before = process.resourceUsage().maxRSS;
  await upload(client, { body: zeros(Number(size)), size: Number(size) });
  process.stdout.write(String((process.resourceUsage().maxRSS - before) * 1024));
});
