import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Ends this process, as a crash does, once its main thread is silent for so long: a supervisor starts it again. Call it when
 * the process serves requests: a migration may take longer.
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
  // After a pause of the whole process, such as that of a virtual machine, the main thread goes on too.
  while (!(isSilent(limitMs) && isSilent(limitMs / 10)));
  const line = { level: 'fatal', time: new Date(), pid: process.pid, event: 'process-hung' };
  writeSync(2, `${JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}
