import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { documentRecords } from '#src/api-host/documents/document-records.ts';
import { claimWork, settleWork } from '#src/api-host/queue/work-queue.ts';
import { clamdScanner } from '#src/api-host/scan/clamd.ts';
import { scanQueue } from '#src/api-host/scan/scan-queue.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { apply, dataIn, type TestHost, temporaryDirectory, testHost } from './support/host.ts';
import { type ClamdAnswer, scriptedClamd } from './support/scripted-clamd.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

/** A document with this text is infected. */
const bad = 'X5O!';
const virusFinder = (received: string): ClamdAnswer => ({
  reply: received.includes(bad) ? 'stream: Eicar-Test FOUND' : 'stream: OK',
});

const scans = async ({ dataDir }: TestHost, ...args: string[]) =>
  JSON.parse((await hostCommand(dataDir, ['scan', '--json', ...args])).stdout);
const counted = (host: TestHost, state: string, count: number) =>
  eventually(async () => (await scans(host)).counts[state] === count);
const send = (host: TestHost, id: string, type: string, text: string, final = false) =>
  upload(host.origin, documentParts(id, type, text, { final }));

test('a document is scanned after its upload; one with malware is listed, and its bytes are not exported', async (t) => {
  const clamd = await scriptedClamd(t, virusFinder);
  const host = await testHost(t, { settings: { clamd: clamd.address } });
  const id = await apply(host);
  assert.equal((await send(host, id, 'cv', 'a good cv')).body.status, 1);
  assert.equal((await send(host, id, 'nysc', `${bad} in a certificate`)).body.status, 1);
  await counted(host, 'clean', 1);
  await counted(host, 'infected', 1);
  assert.deepEqual(clamd.received, ['a good cv', `${bad} in a certificate`]);
  const { held } = await scans(host);
  assert.equal(held.length, 1);
  assert.equal(held[0].type, 'nysc');
  assert.equal(held[0].scan_detail, 'Eicar-Test');

  const folder = join(await temporaryDirectory(t), 'export');
  const exported = await hostCommand(host.dataDir, ['applications', '--export', folder, '--json']);
  assert.deepEqual(JSON.parse(exported.stdout).held, [
    { applicant_id: id, type: 'nysc', scan_state: 'infected' },
  ]);
  assert.match(exported.stderr, /document nysc of applicant \S+ is held back \(infected\)/);
  assert.deepEqual(readdirSync(join(folder, 'documents', id)), ['cv.pdf']);
  assert.match(readFileSync(join(folder, 'applications.csv'), 'utf8'), /nysc\.pdf \(infected\)/);
  const list = await hostCommand(host.dataDir, ['applications', '--json']);
  assert.deepEqual(
    JSON.parse(list.stdout)[0].documents.map((one: Record<string, string>) => one.scan_state),
    ['clean', 'infected'],
  );
  await hostCommand(host.dataDir, ['applications', '--export', folder, '--with-held']);
  assert.deepEqual(readdirSync(join(folder, 'documents', id)).toSorted(), ['cv.pdf', 'nysc.pdf']);
  const line = host.lines.find(({ event }) => event === 'document-infected');
  assert.deepEqual(line, {
    level: 'warn',
    event: 'document-infected',
    applicant: id,
    type: 'nysc',
    attempts: 1,
    state: 'infected',
    detail: 'Eicar-Test',
  });
});

test('a document is scanned at once after its upload', async (t) => {
  const clamd = await scriptedClamd(t, virusFinder);
  // Documents are looked for when the host starts, and then when one was received only.
  t.mock.timers.enable({ apis: ['setInterval'] });
  try {
    const host = await testHost(t, { settings: { clamd: clamd.address } });
    const id = await apply(host);
    for (const type of ['cv', 'nysc']) {
      await send(host, id, type, `a good ${type}`);
      await eventually(async () => clamd.received.includes(`a good ${type}`));
    }
  } finally {
    t.mock.timers.reset();
  }
});

test('an infected document can be replaced after the last one, and the new one is scanned', async (t) => {
  const clamd = await scriptedClamd(t, virusFinder);
  const host = await testHost(t, { settings: { clamd: clamd.address } });
  const id = await apply(host);
  await send(host, id, 'cv', bad);
  await send(host, id, 'nysc', 'good', true);
  await counted(host, 'infected', 1);
  await counted(host, 'clean', 1);
  assert.equal((await send(host, id, 'cv', 'a good cv')).httpStatus, 200);
  await counted(host, 'clean', 2);
  assert.equal((await send(host, id, 'cv', 'another cv')).httpStatus, 409);
});

const limit = 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND';
for (const [title, answer, state, detail] of [
  ['OK', { reply: 'stream: OK' }, 'clean', undefined],
  ['a signature', { reply: 'stream: Win.Test FOUND' }, 'infected', 'Win.Test'],
  ['a limit with AlertExceedsMax', { reply: limit }, 'error', limit.split(' ')[1]],
  [
    'a limit of the stream',
    { reply: 'INSTREAM size limit exceeded. ERROR' },
    'error',
    'larger than StreamMaxLength of clamd',
  ],
  ['an error', { reply: 'stream: cv of Ada ERROR' }, 'retry', 'clamd reported an error'],
  ['another program', { reply: 'HTTP/1.1 400 Bad Request' }, 'retry', 'no reply of clamd'],
  ['a signature named OK', { reply: 'stream: OK FOUND' }, 'infected', 'OK'],
  ['nothing', { reply: '' }, 'retry', 'no reply of clamd'],
  [
    'OK before the document was sent',
    { reply: 'stream: OK', early: true },
    'retry',
    'clamd answered before it had the document',
  ],
  ['a word of an error', { reply: 'ERROR of Ada' }, 'retry', 'no reply of clamd'],
  ['a reply of the greatest length', { reply: 'x'.repeat(4095) }, 'retry', 'no reply of clamd'],
  ['a long reply', { reply: 'x'.repeat(5000) }, 'retry', 'a reply without end'],
  ['the end of the connection', 'close', 'retry', 'the connection ended without a reply'],
  ['silence', 'silence', 'retry', 'timeout'],
] as const)
  test(`after ${title} of clamd the result of a scan is ${state}`, async (t) => {
    const { address } = await scriptedClamd(t, () => answer);
    const scanner = clamdScanner(address, title === 'silence' ? { idleMs: 200 } : {});
    const source = async function* () {
      yield Buffer.from('a ');
      // The rest does not arrive before the reply.
      if (title.startsWith('OK before')) await new Promise(() => {});
      yield Buffer.from('document');
    };
    const verdict = await scanner.scan(Readable.from(source()), 10);
    assert.deepEqual(
      [verdict.state, 'detail' in verdict ? verdict.detail : undefined],
      [state, detail],
    );
  });

test('the ping of another program than clamd fails', async (t) => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\0'));
  const port = await listenLocally(t, server);
  await assert.rejects(clamdScanner({ host: '127.0.0.1', port }).ping(), /it is not clamd/);
});

test('the reply of a clamd that has closed the connection is read although the rest cannot be sent', async (t) => {
  const path = join(await temporaryDirectory(t), 'clamd.sock');
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('INSTREAM size limit exceeded. ERROR\0');
      socket.destroy();
      // The rest is written before anything is read.
      closed.resolve();
    });
  }).listen(path);
  await once(server, 'listening');
  t.after(() => server.close());
  const source = async function* () {
    yield Buffer.from('a ');
    await closed.promise;
    yield Buffer.from('document');
  };
  const verdict = await clamdScanner({ path }).scan(Readable.from(source()), 10);
  assert.deepEqual(verdict, { state: 'error', detail: 'larger than StreamMaxLength of clamd' });
});

test('a document that is shorter in the store than it was, or cannot be read, is not clean', async (t) => {
  const { address } = await scriptedClamd(t);
  const scanner = clamdScanner(address);
  const short = await scanner.scan(Readable.from([Buffer.from('half')]), 8);
  assert.deepEqual(short, { state: 'retry', detail: 'the stored document has another size' });
  const gone = Object.assign(new Error('no /srv/secret/path'), { code: 'ENOENT' });
  const missing = new Readable({ read: (): void => void missing.destroy(gone) });
  assert.deepEqual(await scanner.scan(missing, 8), { state: 'retry', detail: 'ENOENT' });
});

test('while clamd is down documents arrive and wait; they are clean once it has scanned them', async (t) => {
  const gone = clamdScanner({ host: '127.0.0.1', port: 1 });
  await assert.rejects(gone.ping(), { code: 'ECONNREFUSED' });
  let isDown = true;
  const clamd = await scriptedClamd(t, () => (isDown ? 'close' : { reply: 'stream: OK' }));
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const host = await testHost(t, { settings: { clamd: clamd.address }, clock: () => clock.now });
  const id = await apply(host);
  assert.equal((await send(host, id, 'cv', 'a cv')).body.status, 1);
  await eventually(async () => (await scans(host)).held[0]?.scan_detail !== null);
  const { held } = await scans(host);
  assert.deepEqual(
    [held[0].scan_state, held[0].scan_attempts, held[0].scan_detail],
    ['pending', 1, 'the connection ended without a reply'],
  );
  const health = await fetch(`${host.origin}/health`);
  assert.equal(health.status, 200, 'documents are accepted, so the host is ready');
  isDown = false;
  clock.now = new Date('2026-03-01T10:02:00Z');
  await send(host, id, 'nysc', 'a certificate');
  await counted(host, 'clean', 2);
});

test('a host stops while clamd is silent, and an upload does not wait for it', async (t) => {
  const clamd = await scriptedClamd(t, () => 'silence');
  const host = await testHost(t, { settings: { clamd: clamd.address } });
  const id = await apply(host);
  assert.equal((await send(host, id, 'cv', 'a cv')).body.status, 1);
  await eventually(async () => clamd.received.length === 1);
  await host.close();
  assert.equal((await scans(host)).counts.pending, 1);
});

test('after sixteen attempts a document is in error until an operator has it scanned again', async (t) => {
  const host = await testHost(t);
  const id = await apply(host);
  await send(host, id, 'cv', 'a cv');
  const { database } = await dataIn(t, host.dataDir);
  assert.deepEqual((await scans(host)).counts.unscanned, 1);
  await scans(host, '--again', 'all');
  const verdict = { state: 'retry', detail: 'timeout' } as const;
  let now = new Date(Date.now() + 1000);
  for (const [attempts, state] of [
    [14, 'pending'],
    [15, 'error'],
  ] as const) {
    await database.db.updateTable('documents').set({ scan_attempts: attempts }).execute();
    const claimed = (await claimWork(database, scanQueue, now)) ?? assert.fail();
    assert.equal(await claimWork(database, scanQueue, now), undefined, 'one process has it');
    assert.equal(await settleWork(database.db, scanQueue, claimed, verdict, now), state);
    now = new Date(now.getTime() + 7 * 60 * 60 * 1000);
  }
  assert.equal(await claimWork(database, scanQueue, now), undefined);
  const { counts, held } = await scans(host, '--again', 'infected');
  assert.equal(counts.error, 1);
  assert.equal(held[0]?.scan_state, 'error');
  assert.equal((await scans(host, '--again', 'error')).counts.pending, 1);
  assert.match((await hostCommand(host.dataDir, ['scan'])).stdout, /^0 clean, 1 pending/);
});

/** Returns a document whose scan this process has claimed. */
async function claimScan(t: TestContext) {
  const host = await testHost(t);
  const id = await apply(host);
  await send(host, id, 'cv', 'a cv');
  await scans(host, '--again', 'all');
  const { database } = await dataIn(t, host.dataDir);
  const now = new Date(Date.now() + 1000);
  const claimed = await claimWork(database, scanQueue, now);
  assert.ok(claimed);
  return { host, id, database, claimed, now };
}

test('the first result of a document stays when a scan whose lease had ended reports another', async (t) => {
  const { host, database, claimed, now } = await claimScan(t);
  await settleWork(database.db, scanQueue, claimed, { state: 'infected', detail: 'Eicar' }, now);
  await settleWork(database.db, scanQueue, claimed, { state: 'clean' }, now);
  const { counts } = await scans(host);
  assert.deepEqual([counts.infected, counts.clean], [1, 0]);
});

test('a document that no attempt can scan is in error after the first', async (t) => {
  const { host, database, claimed, now } = await claimScan(t);
  const verdict = { state: 'error', detail: 'too large' } as const;
  assert.equal(await settleWork(database.db, scanQueue, claimed, verdict, now), 'error');
  assert.equal((await scans(host)).counts.error, 1);
});

test('the result for a document that was replaced meanwhile is not that of the new one', async (t) => {
  const { host, id, database, claimed, now } = await claimScan(t);
  await documentRecords(database, { isScanned: true }).record(
    id,
    {
      type: 'cv',
      filename: 'b.pdf',
      content_type: '',
      bytes: 1,
      stored_as: '2026-03/b.pdf',
      is_encrypted: 0,
    },
    { final: false, replaces: false },
    now,
  );
  await settleWork(database.db, scanQueue, claimed, { state: 'clean' }, now);
  assert.equal((await scans(host)).counts.pending, 1);
});

test('documents that arrived before CLAMD_URL was set are scanned at the next start', async (t) => {
  const first = await testHost(t);
  const id = await apply(first);
  await send(first, id, 'cv', bad);
  await first.close();
  const { address } = await scriptedClamd(t, virusFinder);
  const host = await testHost(t, { dataDir: first.dataDir, settings: { clamd: address } });
  await counted(host, 'infected', 1);
});
