import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { applicationStore } from './applications.ts';
import { contactMessageStore } from './contact-messages.ts';
import { openDatabase } from './database/open.ts';
import { sqliteEngine } from './database/sqlite.ts';
import { documentKeeping, sweepEveryMs } from './documents/keeping.ts';
import { openDocumentStore } from './documents/open-store.ts';
import { documentRecords } from './documents.ts';
import { describeError, type HostLog, hostLog } from './log.ts';
import { openingStore } from './openings.ts';
import { seedOnce } from './seeding.ts';
import type { HostSettings } from './settings.ts';

export interface RunningHost {
  /** Where it listens, such as http://127.0.0.1:3001. */
  readonly origin: string;
  readonly port: number;
  /** Takes no more requests, finishes those under way within `graceMs`, then closes the database. */
  close(graceMs?: number): Promise<void>;
}

/** For someone on a slow line the headers still come at once; bodies have limits of their own. */
const headersTimeoutMs = 15_000;
const defaultGraceMs = 10_000;
/** How long an upload may stand still before it is given up. */
const uploadIdleMs = 60_000;
/** Longer than the site's side keeps a connection for reuse, so that it is never closed under a request. */
const keepAliveTimeoutMs = 30_000;

/**
 * Starts the API host: opens its data, puts the samples in the first time, listens.
 * @throws what the database or the port refused with
 */
export async function startHost(
  settings: HostSettings,
  {
    clock = () => new Date(),
    log = hostLog(settings.logLevel),
  }: { readonly clock?: () => Date; readonly log?: HostLog } = {},
): Promise<RunningHost> {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const engine = sqliteEngine(join(settings.dataDir, 'api-host.sqlite'));
  const db = await openDatabase(engine);
  try {
    if (await seedOnce(db, engine, clock())) log.info({ event: 'samples put in' });
    const store = await openDocumentStore(settings.documentsUrl);
    const keeping = documentKeeping(db, store, { clock, log });
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
    const server = createServer(
      {
        // An upload may take hours; every body has a deadline or an idle limit of its own.
        requestTimeout: 0,
        headersTimeout: headersTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
      },
      getRequestListener(app.fetch),
    );
    await keeping.sweep();
    const sweeping = setInterval(() => {
      keeping.sweep().catch((error: unknown) => {
        log.warn({ event: 'sweep failed', ...describeError(error) });
      });
    }, sweepEveryMs);
    sweeping.unref();
    await listen(server, settings);
    const { port, address, family } = server.address() as AddressInfo;
    return {
      port,
      origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
      async close(graceMs = defaultGraceMs) {
        clearInterval(sweeping);
        await closeServer(server, graceMs);
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
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

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}
