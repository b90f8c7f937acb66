/**
 * Runs test files one after another in one process, each as a suite with separate hooks. The files share modules,
 * Chromium and the sites of test/support. scripts/test.ts starts it and sends the paths.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';
import { suite, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
// The module must be imported first, because its hooks must run after those of the files.
import '#test/support/shared.ts';

// Node strips the types of .ts files, which takes 5 % less processor time of this process than tsx, which compiles .tsx.
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

/** Waits for the next file, which scripts/test.ts sends after the result of the previous one. */
async function nextFile(): Promise<string | undefined> {
  const [{ file }] = (await once(process, 'message')) as [{ readonly file?: string }];
  return file;
}

// One test contains all files, because the process would otherwise end before it receives a file.
test('files', { timeout: 2 ** 31 - 1 }, async () => {
  // The event means that scripts/test.ts was stopped.
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
