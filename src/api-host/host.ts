import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { applicationStore } from './applications.ts';
import { contactMessageStore } from './contact-messages.ts';
import { openHostData } from './data.ts';
import {
  cleanupIntervalMs,
  type DocumentCleanup,
  documentCleanup,
} from './documents/document-cleanup.ts';
import { documentRecords } from './documents.ts';
import { describeError, type HostLog, hostLog } from './log.ts';
import { openingStore } from './openings.ts';
import { addSampleData } from './sample-data.ts';
import type { HostSettings } from './settings.ts';

export interface RunningHost {
  /** Where it listens, such as http://127.0.0.1:3001. */
  readonly origin: string;
  readonly port: number;
  /** Takes no more requests, finishes those under way within `graceMs`, then closes the database. */
  close(graceMs?: number): Promise<void>;
}

/** What tests set otherwise. */
export interface HostOptions {
  readonly clock?: () => Date;
  readonly log?: HostLog;
  /** How long an upload may stand still before it is given up. */
  readonly uploadIdleMs?: number;
}

/** Someone on a slow line sends headers at once all the same; bodies have limits of their own. */
const headersTimeoutMs = 15_000;
/** Longer than a client keeps an idle connection, so that it is never closed under a request. */
const keepAliveTimeoutMs = 30_000;
/** Within the five seconds after which `careers start` insists. */
const defaultGraceMs = 4000;

/**
 * Starts the API host: opens its data, puts the samples in the first time, listens.
 * @throws what the database or the port refused with
 */
export async function startHost(
  settings: HostSettings,
  {
    clock = () => new Date(),
    log = hostLog(settings.logLevel),
    uploadIdleMs = 60_000,
  }: HostOptions = {},
): Promise<RunningHost> {
  const data = await openHostData(settings);
  const { db, engine } = data;
  try {
    if (await addSampleData(db, engine, clock())) log.info({ event: 'sample-data-added' });
    const keeping = documentCleanup(db, data.store, { clock, log });
    const app = createApp({
      openings: openingStore(db, engine),
      applications: applicationStore(db, engine),
      messages: contactMessageStore(db, engine),
      records: documentRecords(db, engine),
      keeping,
      uploadMaxBytes: settings.uploadMaxBytes,
      uploadIdleMs,
      clock,
      log,
    });
    const answer = getRequestListener(app.fetch);
    const underWay = new Set<Promise<void>>();
    const server = createServer(
      // An upload may take hours; every body has a deadline or an idle limit of its own.
      { requestTimeout: 0, headersTimeout: headersTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs },
      (incoming, outgoing) => {
        const answered = answer(incoming, outgoing).finally(() => underWay.delete(answered));
        underWay.add(answered);
      },
    );
    await keeping.sweep();
    await listen(server, settings);
    const stopSweeping = sweepNowAndThen(keeping, log);
    const { port, address, family } = server.address() as AddressInfo;
    return {
      port,
      origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
      async close(graceMs = defaultGraceMs) {
        stopSweeping();
        await closeServer(server, graceMs);
        // Requests that were cut off still tidy up after themselves, and need the database for it.
        await Promise.allSettled(underWay);
        await data.close();
      },
    };
  } catch (error) {
    await data.close();
    throw error;
  }
}

function listen(server: Server, { port, host }: HostSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function sweepNowAndThen(keeping: DocumentCleanup, log: HostLog): () => void {
  const timer = setInterval(() => {
    keeping.sweep().catch((error: unknown) => {
      log.warn({ event: 'sweep-failed', ...describeError(error) });
    });
  }, cleanupIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection kept for reuse turns idle when its last answer is out, and would then hold us up.
    const hangUp = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(impatience);
      clearInterval(hangUp);
      resolve();
    });
  });
}
