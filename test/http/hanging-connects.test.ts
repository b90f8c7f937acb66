import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { TransportError } from '#src/http/errors.ts';
import { createTransport } from '#src/http/transport.ts';

/** Returns a host that accepts no connection: it listens, its thread is blocked, and its backlog is full. */
async function hangingHost(t: TestContext): Promise<number> {
  const worker = new Worker(
    `const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:worker_threads').parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true },
  );
  const [port] = await once(worker, 'message');
  const fillers: Socket[] = [];
  t.after(async () => {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  });
  // The system accepts one connection more than the backlog.
  for (let n = 0; n < 2; n += 1) {
    const filler = connect(port, '127.0.0.1');
    fillers.push(filler);
    await once(filler, 'connect');
  }
  return port;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

for (const method of ['GET', 'POST'] as const)
  test(`${method}: requests that are given up while connects hang use no memory, and later ones end at their own time limit`, async (t) => {
    const port = await hangingHost(t);
    const transport = createTransport({ connectTimeoutMs: 2000 });
    t.after(() => transport.close());
    const send = () =>
      transport.request({
        method,
        url: new URL(`http://127.0.0.1:${port}/api/alerts`),
        headers: { 'x-text': randomBytes(4096).toString('hex') },
        timeout: { kind: 'total', ms: 50 },
      });
    const giveUp = async () => {
      for (const result of await Promise.allSettled(Array.from({ length: 1000 }, send))) {
        assert.ok(result.status === 'rejected' && result.reason instanceof TransportError);
        const { reason, mayHaveArrived } = result.reason;
        assert.deepEqual([reason, mayHaveArrived], ['timeout', false]);
      }
      collect();
      return process.memoryUsage().heapUsed / 1024 / 1024;
    };
    // Other test files of the process allocate memory too. What each request keeps would be 8 MiB after each round.
    const used = [await giveUp()];
    const growth = () => (used.at(-1) ?? 0) - (used.at(-2) ?? 0);
    do used.push(await giveUp());
    while (growth() >= 2 && used.length < 6);
    assert.ok(growth() < 2, `${used.map((size) => size.toFixed(1)).join(', then ')} MiB`);
  });
