import { publish } from './measurements.ts';

/**
 * Reports how many applications retention would erase at once. The result is called by each hourly run: it sets the metric,
 * and the log has a line each day.
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
