/**
 * Runs test files one after another in one process, each as a suite with separate hooks. The modules, the
 * Chromium and the sites of test/support are shared. Started by scripts/test.ts, which sends the paths.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';
import { suite, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Imported first, because its hooks must run after those of the files.
import '#test/support/shared.ts';

// Node itself strips the types of .ts files: 5 % less processor time of this process than with tsx, which compiles .tsx.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.ts')
      ? {
          format: 'module-typescript',
          source: readFileSync(fileURLToPath(url)),
          shortCircuit: true,
        }
      : next(url, context),
});

/** The next file to run; scripts/test.ts sends it after the result of the previous file. */
async function nextFile(): Promise<string | undefined> {
  const [{ file }] = (await once(process, 'message')) as [{ readonly file?: string }];
  return file;
}

// One test around all files: without it the process would end before a file has been received.
test('files', { timeout: 2 ** 31 - 1 }, async () => {
  // scripts/test.ts was stopped.
  const onDisconnect = () => process.exit(1);
  process.on('disconnect', onDisconnect);
  process.send?.({ type: 'ready' });
  for (let file = await nextFile(); file !== undefined; file = await nextFile()) {
    const url = pathToFileURL(resolve(file)).href;
    suite(file, () => import(url));
  }
  process.off('disconnect', onDisconnect);
  process.disconnect();
});
