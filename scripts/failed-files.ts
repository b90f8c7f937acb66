import type { TestEvent } from 'node:test/reporters';

/** A reporter: the files in which a test failed, one a line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  const seen = new Set<string>();
  for await (const { type, data } of events) {
    const file = type === 'test:fail' ? data.file : undefined;
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    yield `${file}\n`;
  }
}
