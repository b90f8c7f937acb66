import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/**
 * A reporter: the files in which a test failed, one a line. Node says where `test` was called; where that is
 * a helper, every test file that imports the helper is named, since any of them may be meant.
 */
export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  const seen = new Set<string>();
  for await (const { type, data } of events) {
    const file = type === 'test:fail' ? data.file : undefined;
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    for (const name of isTest(file) ? [file] : importers(basename(file))) yield `${name}\n`;
  }
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const importers = (helper: string) =>
  globSync('test/**/*.test.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes(`/${helper}'`),
  );
