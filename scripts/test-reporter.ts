import process from 'node:process';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

/** The result of one file, for scripts/test.ts. */
export interface FileResult {
  readonly type: 'result';
  readonly file: string;
  readonly passed: number;
  readonly failed: readonly string[];
}

/** The nesting level at which scripts/test-worker.ts puts a file. */
const fileNesting = 1;

/**
 * One line for a file that passed. A file that failed, and every file with TEST_DETAILS=1, is printed in
 * full by Node's spec reporter.
 */
export default async function* fileByFile(events: AsyncIterable<TestEvent>) {
  let ofFile: TestEvent[] = [];
  for await (const event of events) {
    const { nesting = 0 } = (event.data ?? {}) as { readonly nesting?: number };
    if (nesting < fileNesting) continue;
    ofFile.push(event);
    if (!isEnd(event) || nesting > fileNesting) continue;
    const ends = ofFile.filter(isEnd);
    const tests = ends.filter(({ data }) => data.details.type !== 'suite');
    const failed = ofFile.filter(isFailure);
    const { name, details } = event.data;
    if (event.type === 'test:fail' || process.env.TEST_DETAILS === '1')
      yield* Readable.from(ofFile).compose(new spec());
    else yield `✔ ${name}: ${tests.length} tests in ${(details.duration_ms / 1000).toFixed(1)} s\n`;
    process.send?.({
      type: 'result',
      file: name,
      passed: tests.filter(({ type }) => type === 'test:pass').length,
      failed: failed.map(({ data }) => data.name),
    } satisfies FileResult);
    ofFile = [];
  }
}

type EndEvent = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

const isEnd = (event: TestEvent): event is EndEvent =>
  event.type === 'test:pass' || event.type === 'test:fail';

/** Failures themselves, not the suites and tests that failed because of them. */
const isFailure = (event: TestEvent): event is EndEvent =>
  event.type === 'test:fail' &&
  (event.data.details.error as { failureType?: string }).failureType !== 'subtestsFailed';
