/**
 * For memory.integration.test.ts: uploads argv[3] bytes to argv[2] and prints the growth of the process's
 * peak memory in bytes.
 */
import process from 'node:process';
import { upload, withClient, zeros } from '#test/domain/api/sample.ts';

const [, , apiHost = '', size = '0'] = process.argv;
await withClient({ apiHost, timeoutMs: 60_000 }, async (client) => {
  await client.listOpenings();
  const idle = process.memoryUsage.rss();
  await upload(client, { body: zeros(Number(size)), size: Number(size) });
  // maxRSS is in KiB and counts from the start of the process; `idle` is the value before the upload.
  process.stdout.write(String(Math.max(0, process.resourceUsage().maxRSS * 1024 - idle)));
});
