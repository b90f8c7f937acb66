import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** Lines are kept in memory up to this size while the target accepts no lines; further lines are dropped. */
const maxWaitingBytes = 1024 * 1024;
const retryMs = 1000;

/**
 * A full disk, or a reader that does not read, neither ends nor delays the program. Dropped lines are counted, and the
 * number is logged. pino's own destination ends the process on a full disk, or waits without end at its exit.
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
      // The error cannot be reported elsewhere. The write is synchronous, so that the last line before a crash is
      // written.
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

/** A write to a full pipe would stop the program, so it is opened again with O_NONBLOCK, if the system allows that. */
function standardError(): number {
  try {
    if (fstatSync(2).isFIFO())
      return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The system has no /proc, or the pipe belongs to another user.
  }
  return 2;
}
