import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** The size of the lines that are kept in memory while the target accepts none. Further lines are dropped. */
const maxWaitingBytes = 1024 * 1024;
const retryMs = 1000;

/**
 * Neither a full disk nor a reader that stops ends or delays the program. Dropped lines are counted, and their number
 * is logged. pino's own destination ends the process on a full disk, or waits for ever at the exit of the process.
 */
export function logTarget(fd = standardError()) {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let retry: NodeJS.Timeout | undefined;

  const add = (line: string) => {
    const bytes = Buffer.from(line);
    waiting.push(bytes);
    waitingBytes += bytes.length;
  };
  const flush = () => {
    retry = undefined;
    try {
      for (let line = waiting[0]; line; line = waiting[0]) {
        const written = writeSync(fd, line);
        waitingBytes -= written;
        if (written < line.length) waiting[0] = line.subarray(written);
        else waiting.shift();
        if (waiting.length === 0 && dropped > 0) add(droppedLine());
      }
    } catch {
      // The error cannot be reported elsewhere. Writes are synchronous, so that the last line before a crash is not
      // lost.
      retry ??= setTimeout(flush, retryMs).unref();
    }
  };
  const droppedLine = () => {
    const count = dropped;
    dropped = 0;
    const time = new Date().toISOString();
    const fields = { level: 'warn', time, pid: process.pid, event: 'log-lines-dropped', count };
    return `${JSON.stringify(fields)}\n`;
  };
  return {
    write: (line: string): void => {
      if (waitingBytes + line.length > maxWaitingBytes) dropped += 1;
      else add(line);
      if (retry === undefined) flush();
    },
  };
}

/** A write to a full pipe would stop the program, so it is opened again with O_NONBLOCK, if the system allows it. */
function standardError(): number {
  try {
    if (fstatSync(2).isFIFO())
      return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The error means that the system has no /proc, or that the pipe belongs to another user.
  }
  return 2;
}
