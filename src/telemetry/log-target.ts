import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** How much is kept in memory while the target takes no lines; further lines are dropped. */
const maxWaitingBytes = 1024 * 1024;
const retryMs = 1000;

/**
 * Where a program writes its log: standard error. A full disk, or a reader that stands still, neither ends nor delays the
 * program. Lines that found no room are counted, and the number is logged when the target takes lines again. Not pino's own
 * destination: on a full disk it ends the process with an error, or waits for ever when the process exits.
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
      // There is no other place to report it. Synchronous, so that the last line before a crash is written.
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

/**
 * A pipe is opened again without waiting (O_NONBLOCK), because a write to a full one would stop the program; where the
 * system does not allow that, it is used as it is.
 */
function standardError(): number {
  try {
    if (fstatSync(2).isFIFO())
      return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Not on this system, or a pipe of another user.
  }
  return 2;
}
