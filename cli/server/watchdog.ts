import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Kills this process once its main thread was silent for this time, so that a supervisor starts it again. Call it once
 * the process serves requests, because a migration before may take longer.
 */
export function startWatchdog(limitMs = 30_000): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beat = () => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  };
  setInterval(beat, limitMs / 30).unref();
  const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };
  const options = { workerData: { beats, limitMs }, resourceLimits, execArgv: [] };
  new Worker(new URL(import.meta.url), options).unref();
}

if (!isMainThread) {
  const { beats, limitMs } = workerData;
  const isSilent = (ms: number) =>
    Atomics.wait(beats, 0, Atomics.load(beats, 0), ms) === 'timed-out';
  // The second, short wait is for a pause of the whole process, after which both threads go on.
  while (!(isSilent(limitMs) && isSilent(limitMs / 10)));
  const line = { level: 'fatal', time: new Date(), pid: process.pid, event: 'process-hung' };
  writeSync(2, `${JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}
