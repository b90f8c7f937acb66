import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { connect } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { isDiskFull } from '#src/config/data-dir.ts';
import { SettingsError } from '#src/config/environment.ts';
import { type HostSettings, isLoopback } from '#src/config/settings.ts';
import { loadedSite, siteConfig } from '#src/config/site.ts';
import { repeatWhileBusy } from '#src/database/database.ts';
import { SettingDiffersError } from '#src/database/shared-settings.ts';
import { respondEarly } from '#src/http/early-response.ts';
import { gracefulClose, uploadGraceMs } from '#src/http/graceful-close.ts';
import { hasSeveralHosts } from '#src/http/host-header.ts';
import { hostMeasurements, isMeasured, publish, subscribe } from '#src/telemetry/measurements.ts';
import { retentionReport } from '#src/telemetry/retention-report.ts';
import { erase, heldApplications } from './admin/erase.ts';
import { startAlerts } from './alerts/alert-steps.ts';
import { alertStore } from './alerts/alert-store.ts';
import { createApp } from './app.ts';
import { applicationLinks } from './application-links.ts';
import { applicationStore } from './applications.ts';
import { startQueue } from './background-queue.ts';
import { contactMessageStore } from './contact-messages.ts';
import { checkData, openHostData } from './data.ts';
import { lastBackupFact, readFact } from './database/facts.ts';
import { cleanupIntervalMs, documentCleanup } from './documents/document-cleanup.ts';
import { documentRecords } from './documents/document-records.ts';
import { type DocumentStore, DocumentsUnavailableError } from './documents/document-store.ts';
import { type HostLog, hostLog } from './log.ts';
import {
  type CompanyMails,
  configuredMails,
  type MailEvent,
  mailKindsOf,
  startMailer,
} from './mail/application-mails.ts';
import { deletePastCounts } from './mail/mail-limits.ts';
import { storeReminders } from './mail/reminders.ts';
import { warnOfOpenings } from './opening-warnings.ts';
import { openingStore } from './openings.ts';
import { refusalMessages } from './responses.ts';
import { addSampleData, hasOpeningsProvided } from './sample-data.ts';
import { clamdScanner } from './scan/clamd.ts';
import { scanAgain, startScanning } from './scan/scan-queue.ts';

export interface RunningHost {
  /** The address, such as http://127.0.0.1:3001 or unix:/srv/careers/host.sock. */
  readonly origin: string;
  readonly schema: string;
  /**
   * Stops accepting requests, waits `graceMs` for requests in progress and `uploadMs` for documents, then closes the
   * database.
   */
  close(graceMs?: number, uploadMs?: number): Promise<void>;
}

export interface HostOptions {
  readonly clock?: () => Date;
  readonly log?: HostLog;
  readonly uploadIdleMs?: number;
  readonly companyMails?: CompanyMails;
}

const sampleCompany = 'Set SITE_CONFIG: applicants would get the mails of the sample company.';
const headersTimeoutMs = 15_000;
const retentionIntervalMs = 60 * 60 * 1000;
const reminderIntervalMs = 10 * 60 * 1000;
const backupIntervalMs = 60 * 1000;
/** The time is longer than clients keep idle connections, so that none is closed while a request is being sent. */
const keepAliveTimeoutMs = 30_000;
/** The time is less than the five seconds after which `careers start` kills this process. */
const defaultGraceMs = 4000;

/**
 * Opens the data, adds the sample data at a first start, and listens.
 * @throws SettingsError if the settings can never store documents; the error of the database, the sample data or the port
 */
export async function startHost(
  settings: HostSettings,
  {
    clock = () => new Date(),
    log = hostLog(settings.logLevel),
    uploadIdleMs = 60_000,
    companyMails = configuredMails,
  }: HostOptions = {},
): Promise<RunningHost> {
  requireSecret(settings);
  const data = await openHostData(settings);
  const { database, store } = data;
  const context = { clock, log };
  try {
    await checkDocuments(store, log);
    if (loadedSite.isSample && settings.publicOrigin !== undefined)
      log.warn({ event: 'sample-company', msg: sampleCompany });
    if (settings.sampleData) {
      if (await repeatWhileBusy(() => addSampleData(database, clock())))
        log.info({ event: 'sample-data-added' });
    } else if (!(await hasOpeningsProvided(database.db)))
      // A missing volume has the same effect.
      log.warn({ event: 'no-openings', store: database.dialect.name });
    await warnOfOpenings(database, settings, log);
    const { clamd, secret } = settings;
    // These documents arrived before CLAMD_URL was set.
    if (clamd) await scanAgain(database, ['unscanned'], clock());
    // A host without mail does not load the SMTP client.
    const mail = settings.mail && { settings: settings.mail, ...(await import('./mail/smtp.ts')) };
    // The queues start after the host listens: one that cannot listen would take a mail or a document from a queue and end.
    const server = createServer({
      // An upload may take hours. Each route limits how its body is read.
      requestTimeout: 0,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    });
    const closeServer = gracefulClose(server);
    await listen(server, settings);

    // From here to the end nothing waits, so that no request arrives before it can be handled.
    const { timeZone } = siteConfig.region;
    // Only a site that has the secret can call the host with a link.
    const siteOrigin = secret === undefined ? undefined : settings.siteOrigin;
    // Without a secret each process counts the mailboxes for itself.
    const countKey = secret ?? randomBytes(32).toString('base64url');
    const sender = mail?.smtpSender(mail.settings);
    const alertSender = siteOrigin === undefined ? undefined : mail?.smtpSender(mail.settings);
    const mailer =
      sender &&
      startMailer(database, sender, { companies: companyMails, siteOrigin, countKey, ...context });
    const alerts =
      siteOrigin === undefined || alertSender === undefined || !siteConfig.show.alerts
        ? undefined
        : startAlerts(database, alertSender, { siteOrigin, timeZone, countKey, ...context });
    const scanning = clamd && startScanning(database, store, clamdScanner(clamd), context);
    const cleanup = documentCleanup(database, store, context);
    const reportHeld = retentionReport('retention', (line) => log.warn(line));
    const startAtInterval = (intervalMs: number, event: string, work: () => Promise<unknown>) =>
      startQueue(work, { intervalMs, onError: (error) => log.warn({ event, error }) });
    const background = [
      startAtInterval(cleanupIntervalMs, 'document-cleanup-failed', cleanup.run),
      startAtInterval(cleanupIntervalMs, 'mail-counts-failed', async () => {
        await deletePastCounts(database.db, clock());
      }),
      startAtInterval(retentionIntervalMs, 'retention-failed', async () => {
        const expired = { retention: { days: settings.retentionDays }, now: clock() };
        const held = await heldApplications(database, expired);
        reportHeld(held);
        if (held > 0) return;
        const erased = await erase(database, cleanup, expired);
        if (erased.applications + erased.messages + erased.alerts > 0)
          log.info({ event: 'retention-erased', ...erased });
      }),
      startAtInterval(backupIntervalMs, 'metrics-incomplete', async () => {
        if (!isMeasured('backup')) return;
        const at = await readFact(database.db, lastBackupFact);
        publish('backup', () => ({ seconds: at === undefined ? 0 : Date.parse(at) / 1000 }));
      }),
      mailer,
      alerts,
      scanning,
      mailer &&
        startAtInterval(reminderIntervalMs, 'reminders-failed', async () => {
          const hasMore = await storeReminders(database, clock());
          mailer.wake();
          return hasMore;
        }),
    ];
    const mailKinds = (event: MailEvent) =>
      sender && ((company: string) => mailKindsOf(event, companyMails, company));
    const app = createApp({
      openings: openingStore(database, timeZone),
      applications: applicationStore(database, mailKinds('application')),
      messages: contactMessageStore(database),
      links: applicationLinks(database, mailKinds('withdrawal')),
      alertStore: alertStore(database, timeZone, countKey),
      erase: (what) => erase(database, cleanup, what),
      records: documentRecords(database, {
        isScanned: clamd !== undefined,
        mailKinds: mailKinds('documents'),
      }),
      cleanup,
      mailer,
      mailsLinks: mailer !== undefined && siteOrigin !== undefined,
      alerts,
      scanning,
      maxBytes: Math.min(settings.uploadMaxBytes, store.maxBytes),
      idleMs: uploadIdleMs,
      secret,
      checkData: () => checkData(data),
      schemaVersion: database.schemaVersion,
      ...context,
    });
    const handled = handleRequests(server, app);

    const stopSending = () => {
      sender?.close();
      alertSender?.close();
    };
    return {
      origin: originOf(server),
      schema: database.schemaVersion,
      async close(graceMs = defaultGraceMs, uploadMs = graceMs) {
        const endMail = setTimeout(stopSending, graceMs);
        const closing = background.map((queue) => queue?.close());
        await Promise.all([closeServer(graceMs, uploadMs), ...closing]);
        clearTimeout(endMail);
        stopSending();
        // Aborted requests remove their files, and need the database to do so.
        await handled();
        await data.close();
      },
    };
  } catch (error) {
    await data.close();
    throw error;
  }
}

/** Returns a function that resolves when the requests that have begun are handled. */
function handleRequests(server: Server, app: ReturnType<typeof createApp>): () => Promise<unknown> {
  // A request of HTTP/1.0 has no Host header. No code depends on this value.
  const handle = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const response = await app.fetch(request, { incoming, outgoing });
      respondEarly(incoming, outgoing);
      return response;
    },
    { hostname: 'localhost', autoCleanupIncoming: false },
  );
  const inProgress = new Set<Promise<void>>();
  server.on('request', (incoming, outgoing) => {
    if (hasSeveralHosts(incoming)) {
      respondEarly(incoming, outgoing);
      outgoing.writeHead(400, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ status: 0, message: refusalMessages.severalHosts }));
      return;
    }
    const handled = handle(incoming, outgoing).finally(() => inProgress.delete(handled));
    inProgress.add(handled);
  });
  return () => Promise.allSettled(inProgress);
}

function requireSecret({ host, socketPath, secret }: HostSettings): void {
  if (secret !== undefined || socketPath !== undefined || isLoopback(host)) return;
  const message = `must be set, because other machines can call this host at HOST=${host}`;
  throw new SettingsError({ variable: 'API_HOST_SECRET', message });
}

/** If the service does not respond, or is that of another database, the host starts, and serves all except documents. */
async function checkDocuments(store: DocumentStore, log: HostLog): Promise<void> {
  try {
    await repeatWhileBusy(() => store.check());
  } catch (error) {
    if (error instanceof SettingDiffersError)
      return log.error({ event: 'setting-differs', problem: error.message });
    if (isDiskFull(error)) return log.error({ event: 'disk-full', error });
    if (!(error instanceof DocumentsUnavailableError)) throw error;
    const { variable, message } = error;
    if (variable !== undefined)
      throw new SettingsError({ variable, message: message.slice(variable.length + 1) });
    log.error({ event: 'documents-unavailable', problem: message, error });
  }
}

/**
 * Runs the API host until `stop` resolves with the reason, and resolves once the host has closed. It tells a parent with
 * an IPC channel that it listens (`{type: 'listening', origin}`).
 * @throws the error that prevented the start or the close
 */
export async function runHost(
  settings: HostSettings,
  log: HostLog,
  stop: Promise<string>,
  onListening: (host: RunningHost) => void = () => {},
): Promise<void> {
  const { tracesEndpoint: endpoint } = settings;
  // A site that started this process shows these metrics together with its own.
  if (settings.metrics && process.send)
    for (const type of hostMeasurements)
      subscribe(type, (measurement) => process.send?.({ type, measurement }));
  const tracing =
    endpoint &&
    (await import('#src/telemetry/start-tracing.ts')).startTracing(
      { endpoint, service: 'careers-api-host' },
      (error) => log.warn({ event: 'traces-not-sent', error }),
    );
  const host = await startHost(settings, { log });
  log.info({ event: 'host-listening', origin: host.origin, schema: host.schema });
  process.send?.({ type: 'listening', origin: host.origin });
  // The site ends a host that hangs. A message to a site that has ended would fail.
  setInterval(() => process.connected && process.send?.({ type: 'alive' }), 5000).unref();
  onListening(host);
  // The next process uses the cache, even if this one is killed.
  flushCompileCache();
  log.info({ event: 'host-stopping', reason: await stop });
  // A host below a site need not wait longer, because the site waits for the documents before it stops this process.
  await host.close(defaultGraceMs, process.channel ? defaultGraceMs : uploadGraceMs);
  if (tracing) await tracing.stop();
}

/** Removes a socket that a killed process has left, if nothing listens on it. */
async function listen(server: Server, settings: HostSettings): Promise<void> {
  const { port, host, socketPath } = settings;
  const options = socketPath === undefined ? { port, host } : { path: socketPath };
  const listening = () => once(server.listen(options), 'listening');
  await listening().catch(async (error: NodeJS.ErrnoException) => {
    if (
      socketPath === undefined ||
      error.code !== 'EADDRINUSE' ||
      !(await isUnusedSocket(socketPath))
    )
      throw error;
    rmSync(socketPath);
    await listening();
  });
  if (socketPath !== undefined) chmodSync(socketPath, 0o600);
}

async function isUnusedSocket(path: string): Promise<boolean> {
  if (!lstatSync(path).isSocket()) return false;
  const socket = connect(path);
  const code = await once(socket, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  socket.destroy();
  return code === 'ECONNREFUSED';
}

function originOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return `unix:${bound}`;
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
