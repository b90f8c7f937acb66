import type { HostSettings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { hourMs } from '#src/domain/model/limits.ts';
import { isMeasured, publish } from '#src/telemetry/measurements.ts';
import { retentionReport } from '#src/telemetry/retention-report.ts';
import { startAlerts } from './alerts/alert-steps.ts';
import { storeReminders } from './applications/reminders.ts';
import { startApplicationMailer } from './applications/send-application-mails.ts';
import type { HostData } from './data.ts';
import { lastBackupFact, readFact } from './database/facts.ts';
import { cleanupIntervalMs, type DocumentCleanup } from './documents/document-cleanup.ts';
import { applicationsAwaitingOperator, erase } from './erase.ts';
import type { HostContext } from './log.ts';
import { deletePastCounts } from './mail/mail-limits.ts';
import type { smtpSender } from './mail/smtp.ts';
import { startPoller } from './queue/poller.ts';
import { workIntervalMs } from './queue/work-queue.ts';
import { readQueues } from './queue-figures.ts';
import { clamdScanner } from './scan/clamd.ts';
import { startScanning } from './scan/scan-queue.ts';

const reminderIntervalMs = 10 * 60 * 1000;

interface WorkOptions extends HostContext {
  readonly settings: Pick<HostSettings, 'clamd' | 'retentionDays'>;
  /** Absent if the host sends no mail. */
  readonly sender: ReturnType<typeof smtpSender> | undefined;
  readonly siteOrigin: string | undefined;
  readonly countKey: string;
  readonly cleanup: DocumentCleanup;
}

/**
 * Starts what a host does without a request: mails, alerts, scans, and the removal of expired data. Call it once the
 * host listens: a host that cannot listen would claim a mail or a document, and then end.
 */
export function startBackgroundWork({ database, store }: HostData, options: WorkOptions) {
  const { settings, sender, siteOrigin, cleanup, ...context } = options;
  const { clock, log } = context;
  const mailer = sender && startApplicationMailer(database, sender, { siteOrigin, ...context });
  const alerts =
    sender && siteOrigin !== undefined && siteConfig.show.alerts
      ? startAlerts(database, sender, { siteOrigin, ...context })
      : undefined;
  const { clamd } = settings;
  const scanning = clamd && startScanning(database, store, clamdScanner(clamd), context);
  const reportHeld = retentionReport('retention', (line) => log.warn(line));
  const pollers = [
    mailer,
    alerts,
    scanning,
    startPoller('document-cleanup-failed', cleanupIntervalMs, log, async () => {
      const hasMore = await cleanup.run();
      // If a replacement has malware, the earlier file is the document again, and may still need its scan.
      scanning?.wake();
      return hasMore;
    }),
    startPoller('mail-counts-failed', cleanupIntervalMs, log, async () => {
      await deletePastCounts(database.db, clock());
    }),
    startPoller('retention-failed', hourMs, log, async () => {
      const expired = { retention: { days: settings.retentionDays }, now: clock() };
      const held = await applicationsAwaitingOperator(database, expired);
      reportHeld(held);
      if (held > 0) return;
      const erased = await erase(database, cleanup, expired);
      if (erased.applications + erased.messages + erased.alerts > 0)
        log.info({ event: 'retention-erased', ...erased });
    }),
    startPoller('metrics-incomplete', workIntervalMs, log, async () => {
      if (isMeasured('work'))
        for (const [queue, figures] of Object.entries(await readQueues(database, clock()))) {
          const { waiting, failed, oldest_seconds } = figures;
          publish('work', () => ({ queue, waiting, failed, oldestSeconds: oldest_seconds ?? 0 }));
        }
      if (!isMeasured('backup')) return;
      const at = await readFact(database.db, lastBackupFact);
      publish('backup', () => ({ seconds: at === undefined ? 0 : Date.parse(at) / 1000 }));
    }),
    mailer &&
      startPoller('reminders-failed', reminderIntervalMs, log, async () => {
        const hasMore = await storeReminders(database, clock());
        mailer.wake();
        return hasMore;
      }),
  ];
  return {
    mailer,
    alerts,
    scanning,
    /** Waits for the work in progress. A mail that is still being sent after `graceMs` is stopped. */
    async close(graceMs: number) {
      const endMail = setTimeout(() => sender?.close(), graceMs);
      await Promise.all(pollers.map((poller) => poller?.close()));
      clearTimeout(endMail);
      sender?.close();
    },
  };
}
