import { publish } from './measurements.ts';

/**
 * Returns a function that reports how many applications retention would erase at once. Each hourly run calls it. It
 * sets the metric, and writes a log line once a day.
 */
export function retentionReport(
  queue: 'retention' | 'site-retention',
  warn: (line: { readonly event: string; readonly applications: number }) => void,
): (applications: number) => void {
  let runs = 0;
  return (applications) => {
    publish('work', () => ({ queue, waiting: 0, failed: applications, oldestSeconds: 0 }));
    if (applications === 0) runs = 0;
    else if (runs++ % 24 === 0) warn({ event: 'retention-waits', applications });
  };
}
