/**
 * Runs test files one after another in one process, each as a suite: its hooks stay its own, while the modules,
 * the Chromium and the sites of test/support are shared. Started by scripts/test.ts, which sends the paths.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
// First: what it closes must outlive the file that opened it.
import '#test/support/shared.ts';

/** The next file to run; scripts/test.ts sends it once it has the result of the one before. */
async function nextFile(): Promise<string | undefined> {
  const [{ file }] = (await once(process, 'message')) as [{ readonly file?: string }];
  return file;
}

// One test around all files: without it the process would end where no file has been received yet.
test('files', { timeout: 2 ** 31 - 1 }, async () => {
  process.send?.({ type: 'ready' });
  for (let file = await nextFile(); file !== undefined; file = await nextFile()) {
    const url = pathToFileURL(resolve(file)).href;
    suite(file, () => import(url));
  }
  process.disconnect();
});
