import { existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** A test that failed, and its error with the stack. */
export interface Failure {
  readonly name: string;
  readonly error: string;
}

export interface FileResult {
  readonly type: 'result';
  readonly file: string;
  readonly passed: number;
  readonly failed: readonly Failure[];
  /** The processor time in seconds, including the processes that the file has started. */
  readonly processorTime: number;
}

/** The nesting level at which scripts/test-worker.ts puts a file. */
const fileNesting = 1;

/**
 * Prints one line for a file that passed. Node's spec reporter prints a file that failed, and every file with
 * TEST_DETAILS=1, in full.
 */
export default async function* fileByFile(events: AsyncIterable<TestEvent>) {
  let fileEvents: TestEvent[] = [];
  let before = 0;
  for await (const event of events) {
    const { nesting = 0 } = (event.data ?? {}) as { readonly nesting?: number };
    if (nesting < fileNesting) continue;
    fileEvents.push(event);
    if (!isEnd(event) || nesting > fileNesting) continue;
    const ends = fileEvents.filter(isEnd);
    const tests = ends.filter(({ data }) => data.details.type !== 'suite');
    const failed = fileEvents.filter(isFailure);
    const { name, details } = event.data;
    const isPrinted = event.type === 'test:fail' || process.env.TEST_DETAILS === '1';
    if (isPrinted) yield* Readable.from(fileEvents).compose(new spec());
    const used = usedProcessorTime();
    // The time of a process whose parent has ended is no longer counted.
    const processorTime = Math.max(0, used - before);
    before = used;
    if (!isPrinted)
      yield `✔ ${name}: ${tests.length} tests in ${(details.duration_ms / 1000).toFixed(1)} s (processor ${processorTime.toFixed(1)} s)\n`;
    process.send?.({
      type: 'result',
      file: name,
      passed: tests.filter(({ type }) => type === 'test:pass').length,
      failed: failed.map(({ data }) => ({ name: data.name, error: inspect(causeOf(data)) })),
      processorTime,
    } satisfies FileResult);
    fileEvents = [];
  }
}

/**
 * Returns the processor time in seconds that this process, those below it and their ended children have used, or 0
 * without /proc.
 */
function usedProcessorTime(): number {
  const processes = existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(processorTimeOf)
    : [];
  const withBelow = ({ pid, seconds }: { pid: number; seconds: number }): number =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + withBelow(child), seconds);
  return processes.filter(({ pid }) => pid === process.pid).reduce((_, own) => withBelow(own), 0);
}

/** Reads /proc: the state, the parent and other fields follow the name of the process, which may contain spaces. */
function processorTimeOf(name: string) {
  let stat = '';
  try {
    stat = readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch {
    // The process has ended, so its parent has its time.
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // The fields are hundredths of a second in user and kernel mode, of the process and of its ended children.
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return { pid: Number(name), parent: fields[1] ?? 0, seconds: ticks / 100 };
}

type EndEvent = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

const isEnd = (event: TestEvent): event is EndEvent =>
  event.type === 'test:pass' || event.type === 'test:fail';

/** Returns the error that the test has thrown, without the wrapper of Node's runner. */
const causeOf = ({ details }: EndEvent['data']): unknown => {
  const error = 'error' in details ? details.error : undefined;
  return error?.cause ?? error;
};

/** Ignores the suites and tests that failed because of another failure. */
const isFailure = (event: TestEvent): event is EndEvent =>
  event.type === 'test:fail' &&
  (event.data.details.error as { failureType?: string }).failureType !== 'subtestsFailed';
