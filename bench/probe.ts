/**
 * Measures the response times of one address on a separate thread: the load generator keeps the main thread busy, which
 * would add to each time.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { bodyOf } from './site.ts';

/** Sends one request after the other, each on a new connection. `stop` returns the milliseconds to the last byte of each. */
export function probe(url: string): { stop(): Promise<number[]> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  const times = once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [measured] = (await times) as [number[]];
      return measured;
    },
  };
}

if (!isMainThread && parentPort) {
  const times = [];
  let isOver = false;
  parentPort.once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await bodyOf(workerData);
    times.push(performance.now() - started);
    await delay(10);
  }
  parentPort.postMessage(times);
}
