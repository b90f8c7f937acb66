import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { SettingsError } from '#src/config/environment.ts';
import { type HostSettings, isLoopback } from '#src/config/settings.ts';
import { isSamplePublic, sampleWarning } from '#src/config/site.ts';
import { repeatWhileBusy } from '#src/database/database.ts';
import { SettingDiffersError } from '#src/database/shared-settings.ts';
import { isDiskFull } from '#src/files/disk.ts';
import { uploadGraceMs } from '#src/http/graceful-close.ts';
import type { EventLog } from '#src/telemetry/logger.ts';
import { alertStore } from './alerts/alert-store.ts';
import { applicationLinks } from './applications/application-links.ts';
import { applicationStore } from './applications/application-store.ts';
import { startBackgroundWork } from './background-work.ts';
import { contactMessageStore } from './contact-messages.ts';
import { checkData, openHostData } from './data.ts';
import { documentCleanup } from './documents/document-cleanup.ts';
import { documentRecords } from './documents/document-records.ts';
import { type DocumentStore, DocumentsUnavailableError } from './documents/document-store.ts';
import { erase } from './erase.ts';
import { listenForRequests } from './host-server.ts';
import { hostLog } from './log.ts';
import { openingStore } from './openings/opening-store.ts';
import { warnOfOpenings } from './openings/opening-warnings.ts';
import { addSampleData, hasOpeningsProvided } from './openings/sample-data.ts';
import { createApp } from './routes/app.ts';
import { scanAgain } from './scan/scan-queue.ts';

export type RunningHost = Awaited<ReturnType<typeof startHost>>;

export interface HostOptions {
  readonly clock?: () => Date;
  readonly log?: EventLog;
  readonly uploadIdleMs?: number;
}

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
  }: HostOptions = {},
) {
  requireSecret(settings);
  const data = await openHostData(settings);
  const { database, store } = data;
  const context = { clock, log };
  try {
    await checkDocuments(store, log);
    if (isSamplePublic(settings.publicOrigin))
      log.warn({ event: 'sample-company', msg: sampleWarning });
    if (settings.sampleData) {
      if (await repeatWhileBusy(() => addSampleData(database, clock())))
        log.info({ event: 'sample-data-added' });
    } else if (!(await hasOpeningsProvided(database.db)))
      // The database is also empty if its volume was not mounted.
      log.warn({ event: 'no-openings', store: database.dialect.name });
    await warnOfOpenings(database, settings, log);
    const { clamd, mail, secret } = settings;
    // Documents that arrived before CLAMD_URL was set are `unscanned`.
    if (clamd) await scanAgain(database, ['unscanned'], clock());
    // A host without mail does not load the SMTP client.
    const sender = mail && (await import('./mail/smtp.ts')).smtpSender(mail);
    const app = Promise.withResolvers<ReturnType<typeof createApp>>();
    const server = await listenForRequests(settings, app.promise);
    // Only a site that has the secret can call the host with a link.
    const siteOrigin = secret === undefined ? undefined : settings.siteOrigin;
    // Without a secret each process counts the mailboxes for itself.
    const countKey = secret ?? randomBytes(32).toString('base64url');
    const cleanup = documentCleanup(database, store, context);
    const work = startBackgroundWork(data, {
      settings,
      sender,
      siteOrigin,
      countKey,
      cleanup,
      ...context,
    });
    // A host without mail stores no mails.
    const hasMail = mail !== undefined;
    app.resolve(
      createApp({
        openings: openingStore(database),
        applications: applicationStore(database, hasMail),
        messages: contactMessageStore(database),
        links: applicationLinks(database, hasMail),
        alertStore: alertStore(database, countKey),
        erase: (what) => erase(database, cleanup, what),
        records: documentRecords(database, { isScanned: clamd !== undefined, hasMail }),
        cleanup,
        ...work,
        mailsLinks: hasMail && siteOrigin !== undefined,
        maxBytes: Math.min(settings.uploadMaxBytes, store.maxBytes),
        idleMs: uploadIdleMs,
        secret,
        checkData: () => checkData(data),
        schemaVersion: database.schemaVersion,
        ...context,
      }),
    );
    return {
      origin: server.origin,
      schema: database.schemaVersion,
      /**
       * Stops accepting requests, waits `graceMs` for requests in progress and `uploadMs` for documents, then closes the
       * database.
       */
      async close(graceMs = defaultGraceMs, uploadMs = graceMs) {
        await Promise.all([server.close(graceMs, uploadMs), work.close(graceMs)]);
        await data.close();
      },
    };
  } catch (error) {
    await data.close();
    throw error;
  }
}

function requireSecret({ host, socketPath, secret }: HostSettings): void {
  if (secret !== undefined || socketPath !== undefined || isLoopback(host)) return;
  const message = `must be set, because other machines can call this host at HOST=${host}`;
  throw new SettingsError({ variable: 'API_HOST_SECRET', message });
}

/** If the store does not respond, or belongs to another database, the host serves everything except documents. */
async function checkDocuments(store: DocumentStore, log: EventLog): Promise<void> {
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
 * Runs the API host until `stop` resolves with the reason, and resolves once the host has closed.
 * @throws the error that prevented the start or the close
 */
export async function runHost(
  settings: HostSettings,
  log: EventLog,
  stop: Promise<string>,
  onListening: (host: RunningHost) => void,
): Promise<void> {
  const { tracesEndpoint: endpoint } = settings;
  const tracing =
    endpoint &&
    (await import('#src/telemetry/start-tracing.ts')).startTracing(
      { endpoint, service: 'careers-api-host' },
      (error) => log.warn({ event: 'traces-not-sent', error }),
    );
  const host = await startHost(settings, { log });
  log.info({ event: 'host-listening', origin: host.origin, schema: host.schema });
  onListening(host);
  // The next process uses the cache, even if this one is killed.
  flushCompileCache();
  log.info({ event: 'host-stopping', reason: await stop });
  // A host below a site need not wait longer, because the site waits for the documents before it stops this process.
  await host.close(defaultGraceMs, process.channel ? defaultGraceMs : uploadGraceMs);
  if (tracing) await tracing.stop();
}
