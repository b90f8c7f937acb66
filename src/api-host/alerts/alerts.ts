import type { BackgroundQueue } from '../background-queue.ts';
import type { HostDatabase } from '../database/schema.ts';
import type { HostLog } from '../log.ts';
import type { Send } from '../mail/delivery.ts';
import { startAlertMailer } from './alert-mailer.ts';
import { startAlerts } from './alert-steps.ts';
import { type AlertStore, alertStore } from './alert-store.ts';

export interface AlertOptions {
  /** The site of the links in mails. */
  readonly siteOrigin: string;
  /** The time zone of the companies, in which closing dates end. */
  readonly timeZone: string;
  readonly clock: () => Date;
  readonly log: HostLog;
}

export interface Alerts {
  readonly store: AlertStore;
  /** An alert was asked for. */
  wake(): void;
  /** Begins to admit alerts, to look for new openings and to send mail. */
  start(): BackgroundQueue;
  /** Ends a mail that is being sent. */
  stopSending(): void;
}

/** @param sender is used by nothing else, because it sends one mail at a time */
export function createAlerts(
  database: HostDatabase,
  sender: Send & { close(): void },
  options: AlertOptions,
): Alerts {
  let steps: BackgroundQueue | undefined;
  const wake = () => steps?.wake();
  return {
    store: alertStore(database, options.timeZone),
    wake,
    start() {
      const mailer = startAlertMailer(database, sender, options);
      const queue = startAlerts(database, { ...options, onMailStored: mailer.wake });
      steps = queue;
      return {
        wake,
        close: async () => {
          await Promise.all([queue.close(), mailer.close()]);
        },
      };
    },
    stopSending: () => sender.close(),
  };
}
