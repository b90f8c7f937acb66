import { subscribe as onChannel, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { freeBytes } from '#src/files/disk.ts';
import { callName } from '#src/http/errors.ts';
import { listenOn } from '#src/http/listen.ts';
import { routeOf } from '#src/routes.ts';
import { type EventLog, log as siteLog } from '#src/telemetry/logger.ts';
import { subscribe } from '#src/telemetry/measurements.ts';
import manifest from '../../package.json' with { type: 'json' };

interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: unknown;
}

const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** @throws ListenError */
export async function startMetrics({
  port,
  host,
  dataDir,
  log = siteLog(),
}: {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly log?: EventLog;
}): Promise<{ readonly port: number; close(): Promise<void> }> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const metrics = createMetrics(register, dataDir, log);
  const server = createServer(metricsListener(register, log));
  const ends = [measureRequests(metrics, server), ...takeMeasurements(metrics)];
  await listenOn(server, { port, host, variable: 'METRICS_PORT' });
  const { port: listeningPort } = server.address() as AddressInfo;
  log.info({ event: 'metrics-started', port: listeningPort });
  return {
    port: listeningPort,
    async close() {
      for (const end of ends) end();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Metrics = ReturnType<typeof createMetrics>;

function createMetrics(register: Registry, dataDir: string, log: EventLog) {
  const registers = [register];
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name: `careers_${name}`, help, labelNames, buckets: seconds, registers });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `careers_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `careers_${name}`, help, labelNames, registers });
  gauge('build_info', 'The build: a hash of its sources.', 'version', 'build').set(
    { version: manifest.version, build: builtFrom() },
    1,
  );
  new Gauge({
    name: 'careers_data_dir_free_bytes',
    help: 'Space that is free for DATA_DIR; absent while it cannot be read.',
    registers,
    async collect() {
      this.reset();
      try {
        this.set(await freeBytes(dataDir));
      } catch (err) {
        this.remove();
        log.warn({ event: 'metrics-incomplete', err });
      }
    },
  });
  return {
    requests: histogram(
      'http_request_duration_seconds',
      'Requests, from their head to the end of the response. status 499: the client left before it.',
      'method',
      'route',
      'status',
    ),
    inProgress: gauge('http_requests_in_progress', 'Requests whose response is not complete.'),
    calls: histogram(
      'api_call_duration_seconds',
      'Calls to the API host. outcome: the HTTP status, or why there is none.',
      'call',
      'outcome',
    ),
    pages: counter(
      'stored_pages_total',
      'Pages that are stored for all visitors: sent fresh, sent stale, or rendered.',
      'result',
    ),
    renders: histogram('render_duration_seconds', 'Rendering of a stored page.'),
    queued: gauge(
      'queue_requests',
      'Requests that wait for their turn, or are being rendered.',
      'queue',
      'state',
    ),
    work: gauge(
      'background_work',
      'Mail to be sent and documents to be scanned by the API host. state: waiting, or failed until an operator acts.',
      'queue',
      'state',
    ),
    oldestWork: gauge(
      'background_work_oldest_seconds',
      'The age of the oldest work that waits; 0 without any.',
      'queue',
    ),
    events: counter(
      'log_events_total',
      'Lines of the log, by event: refusals, uploads, faults. docs/operations.md names the events.',
      'event',
      'level',
      'process',
    ),
    backup: gauge(
      'last_backup_timestamp_seconds',
      'The instant of the last backup; 0 if there is none.',
    ),
  };
}

/** Measures the requests to this process, except those to `own`. Returns a function that ends it. */
function measureRequests({ requests, inProgress }: Metrics, own: Server): () => void {
  const onRequest = (message: unknown) => {
    const { request, response, server } = message as RequestStart;
    if (server === own) return;
    const { method = '', url = '' } = request;
    const end = requests.startTimer({ method: methodOf(method), route: routeOf(url).name });
    inProgress.inc();
    response.once('close', () => {
      inProgress.dec();
      end({ status: response.writableFinished ? response.statusCode : 499 });
    });
  };
  onChannel('http.server.request.start', onRequest);
  return () => unsubscribe('http.server.request.start', onRequest);
}

const takeMeasurements = (metrics: Metrics): (() => void)[] => [
  subscribe('call', ({ url, outcome, durationMs }) =>
    metrics.calls.observe({ call: callName(url), outcome }, durationMs / 1000),
  ),
  subscribe('page', (page) => {
    metrics.pages.inc({ result: page.result });
    if (page.result === 'rendered') metrics.renders.observe(page.durationMs / 1000);
  }),
  subscribe('queue', ({ name, waiting, running }) => {
    metrics.queued.set({ queue: name, state: 'waiting' }, waiting);
    metrics.queued.set({ queue: name, state: 'running' }, running);
  }),
  subscribe('work', ({ queue, waiting, failed, oldestSeconds }) => {
    metrics.work.set({ queue, state: 'waiting' }, waiting);
    metrics.work.set({ queue, state: 'failed' }, failed);
    metrics.oldestWork.set({ queue }, oldestSeconds);
  }),
  subscribe('log', (line) => metrics.events.inc(line)),
  subscribe('backup', ({ seconds }) => metrics.backup.set(seconds)),
];

function builtFrom(): string {
  try {
    return readFileSync(join(import.meta.dirname, '../../dist/.built-from'), 'utf8').slice(0, 12);
  } catch {
    return 'none';
  }
}

/** Returns a value of the label, which has few values, although a client can send any method. */
const methodOf = (method: string): string =>
  ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method) ? method : 'other';

const metricsListener =
  (register: Registry, log: EventLog): RequestListener =>
  (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      (err: unknown) => {
        log.error({ event: 'metrics-failed', err });
        response.writeHead(500).end();
      },
    );
  };
