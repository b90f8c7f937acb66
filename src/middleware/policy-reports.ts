import { Hono } from 'hono';
import { z } from 'zod';
import { policyReportPath } from '#src/addresses.ts';
import { routes } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';
import { formBodyLimit } from './body-limit.ts';

export interface PolicyReportOptions {
  readonly siteOrigin: string;
  readonly now?: () => number;
}

export const maxReportBytes = routes[policyReportPath].body.maxBytes;
const timeoutMs = 5000;
const intervalMs = 60_000;
/** The limit counts the reports of all visitors. A program that exceeds it causes only the cost of the response. */
export const maxReportsPerInterval = 600;

/** A report with another directive is not about this site's policy. */
const directives = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'worker-src',
  'manifest-src',
  'media-src',
  'object-src',
  'form-action',
  'base-uri',
] as const;

/** The body that browsers send to `report-uri`. `effective-directive` is absent in old browsers. */
const reportSchema = z.object({
  'csp-report': z
    .object({
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().optional(),
      'blocked-uri': z.string().catch(''),
    })
    .transform((report) => ({
      directive: z
        .enum(directives)
        .safeParse(report['effective-directive'] ?? report['violated-directive']?.split(' ')[0]),
      blocked: report['blocked-uri'],
    })),
});

/**
 * Counts the violations that browsers report. Anybody can send a report, so nothing of its text is logged: only the
 * directive and the kind of what was blocked, at most once a minute for each pair, with the number since the last line.
 * Responds 204, 400 for any other body, 413 above 8 KiB, 429 for more than 600 in a minute.
 */
export function policyReports({ siteOrigin, now = Date.now }: PolicyReportOptions): Hono {
  /** The size is bounded, because directives and kinds are few. */
  const kinds = new Map<string, { count: number; loggedAt: number }>();
  let total = 0;
  const countViolation = (directive: string, blocked: string) => {
    total += 1;
    const key = `${directive} ${blocked}`;
    const kind = kinds.get(key) ?? { count: 0, loggedAt: Number.NEGATIVE_INFINITY };
    kinds.set(key, kind);
    kind.count += 1;
    if (now() - kind.loggedAt < intervalMs) return;
    log().warn({ event: 'policy-violation', directive, blocked, count: kind.count, total });
    kind.count = 0;
    kind.loggedAt = now();
  };

  let interval = { start: Number.NEGATIVE_INFINITY, reports: 0 };
  const app = new Hono();
  app.post(policyReportPath, (c, next) => {
    if (now() - interval.start >= intervalMs) interval = { start: now(), reports: 0 };
    interval.reports += 1;
    return interval.reports <= maxReportsPerInterval ? next() : Promise.resolve(c.body(null, 429));
  });
  app.use(policyReportPath, formBodyLimit({ maxBytes: () => maxReportBytes, timeoutMs }));
  app.post(policyReportPath, async (c) => {
    const report = reportSchema.safeParse(await c.req.json().catch(() => undefined));
    const directive = report.data?.['csp-report'].directive;
    if (!report.success || !directive?.success) return c.body(null, 400);
    countViolation(directive.data, kindOf(report.data['csp-report'].blocked, siteOrigin));
    return c.body(null, 204);
  });
  return app;
}

function kindOf(blocked: string, siteOrigin: string): string {
  if (['inline', 'eval', 'wasm-eval', 'data', 'blob'].includes(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { origin, protocol } = new URL(blocked);
  if (origin === siteOrigin) return 'this site';
  return protocol === 'https:' || protocol === 'http:' ? 'another site' : 'another scheme';
}
