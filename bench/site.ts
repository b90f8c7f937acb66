/** Starts the site to measure, reads its memory, and prints the report. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import { sessionSecret } from '#src/submissions/session-secret.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { openSubmissionRepository } from '../src/submissions/repository.ts';
import { buildApplication } from '../test/support/build-application.ts';

/** `npm start` runs this program. */
const startArguments = ['cli/careers.js', 'start'];

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface BenchSite extends AsyncDisposable {
  readonly origin: string;
  /** The API host of `openings`, or API_HOST. It is empty for the embedded one, which needs its secret. */
  readonly apiHost: string;
  readonly dataDir: string;
  readonly pid: number;
}

/**
 * Returns the command line that runs a program on one processor: servers run on the first, load generators on the second.
 */
export function pinned(role: 'server' | 'client', command: readonly string[]): [string, string[]] {
  const whole =
    availableParallelism() < 2
      ? command
      : ['taskset', '-c', role === 'server' ? '0' : '1', ...command];
  const [file = '', ...args] = whole;
  return [file, args];
}

/** Returns `count` openings with the texts of fixtures/import, as the API sends them. */
export async function manyOpenings(count: number): Promise<Record<string, unknown>[]> {
  const file = join(root, 'fixtures', 'import', 'openings.json');
  const templates = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>[];
  return Array.from({ length: count }, (_, index) => ({
    ...templates[index % templates.length],
    id: 1000 + index,
    questions: [],
  }));
}

/**
 * Starts the site as `npm start` does, on a free port of the first processor, with a new data directory. With `openings`,
 * it reads them from a separate API host on the same processor (`careers host`, which peers may read too).
 */
export async function startBenchSite(
  options: { readonly env?: Readonly<Record<string, string>>; readonly openings?: number } = {},
): Promise<BenchSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'careers-bench-'));
  const common = { ...process.env, PORT: '0', HOST: 'localhost', LOG_LEVEL: 'error' };
  const host =
    options.openings === undefined
      ? undefined
      : await startApiHost({ ...common, DATA_DIR: join(dataDir, 'host') }, options.openings);
  const apiHost = host?.origin ?? options.env?.API_HOST;
  const site = await startProgram(startArguments, {
    ...common,
    DATA_DIR: dataDir,
    ...options.env,
    ...(apiHost !== undefined && { API_HOST: apiHost }),
  });
  return {
    origin: site.origin,
    apiHost: apiHost ?? '',
    dataDir,
    pid: site.child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      await stop(site.child);
      if (host) await stop(host.child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server on a free port of this machine, for example in place of an API host. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  // An upload over a slow line takes long.
  server.requestTimeout = 0;
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
}

/**
 * Starts a server in place of an API host. It reads a request to its end and responds with the data of the call: of
 * `findopening`, `id` names the opening. Undefined is answered with 404.
 */
export const serveApi = (
  dataOf: (call: string, id: string, incoming: IncomingMessage) => unknown,
): ReturnType<typeof serve> =>
  serve((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host');
    const [, , call = '', id = ''] = pathname.split('/');
    const data = dataOf(call, decodeURIComponent(id), incoming);
    incoming.resume().on('end', () => {
      const isFound = data !== undefined;
      outgoing.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ status: isFound ? 1 : 0, data }));
    });
  });

/** Opens a connection for a client that is no browser. The server may reset it at any time. */
export async function connectTo(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function startApiHost(env: NodeJS.ProcessEnv & { DATA_DIR: string }, openings: number) {
  await mkdir(env.DATA_DIR);
  const file = join(env.DATA_DIR, 'openings.json');
  await writeFile(file, JSON.stringify(await manyOpenings(openings)));
  execFileSync(process.execPath, ['cli/main.ts', 'host', 'openings', 'import', file], {
    cwd: root,
    env,
  });
  return startProgram(['cli/main.ts', 'host'], env);
}

/** Returns the cookies of upload tickets of applications that were accepted. */
export async function uploadTickets(dataDir: string, count: number): Promise<string[]> {
  const submissions = openSubmissionRepository({
    file: join(dataDir, 'site.sqlite'),
    secret: sessionSecret({ dataDir }),
  });
  const cookies = [];
  for (let applicant = 0; applicant < count; applicant++) {
    const application = buildApplication({
      emailaddress: `bench-${applicant}@example.com`,
      joblistingid: '1',
      answers: {},
    });
    const id = await acceptSubmission(submissions, `${applicant}`, undefined, application);
    cookies.push(`upload_ticket=${submissions.ticket(id)}`);
  }
  await submissions.close();
  return cookies;
}

/** Fills the form of an opening's page, as a browser sends it without script. The application is valid if its letter is. */
export function applicationForm(html: string, letter: string): FormData {
  const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const hidden = [
    ...html.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g),
  ].map(([, name = '', value = '']) => [decode(name), decode(value)] as const);
  const application = buildApplication({ cover_letter: letter });
  const form = new FormData();
  for (const [name, value] of [
    ...hidden,
    ...applicationFieldNames.map((name) => [name, application[name]] as const),
    ['cover_letter_format', 'html'],
  ] as const)
    form.set(name, value);
  return form;
}

export async function encodeForm(form: FormData): Promise<[Buffer<ArrayBuffer>, string]> {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return [Buffer.from(await encoded.arrayBuffer()), type];
}

/** The program prints its address. */
async function startProgram(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(...pinned('server', [process.execPath, ...args]), {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /https?:\/\/\S+:\d+/.exec(line);
      if (address) resolve(address[0]);
    });
  });
  return { origin, child };
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Returns the bytes of a response. `fetch` would decompress them. The function throws if the response is not successful. */
export async function bodyOf(url: string, coding = 'identity'): Promise<Buffer<ArrayBuffer>> {
  const request = get(url, { headers: { 'accept-encoding': coding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return Buffer.concat(chunks);
}

interface Memory {
  /** The current resident size in MiB. */
  readonly now: number;
  /** The highest resident size since the last `resetPeak`, in MiB. */
  readonly peak: number;
}

export async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
}

export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Prints rows as a Markdown table, ready for docs/performance.md. */
export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(`\n${line(columns)}${line(columns.map(() => '---'))}`);
  for (const row of rows) process.stdout.write(line(columns.map((column) => row[column] ?? '')));
}

/** Prints a figure beside its limit. bench/run.ts repeats the limits of all benches at the end. */
export function check(
  what: string,
  value: number,
  limit: { readonly atLeast: number } | { readonly atMost: number },
  unit = '',
): void {
  const isMinimum = 'atLeast' in limit;
  const bound = isMinimum ? limit.atLeast : limit.atMost;
  // A ratio to a server that sent nothing in its rounds is not a finite number, and fails.
  const passed = Number.isFinite(value) && (isMinimum ? value >= bound : value <= bound);
  const digits = Math.abs(value) < 10 ? 2 : 0;
  const line = `${passed ? 'pass' : 'FAIL'}  ${what}: ${value.toFixed(digits)}${unit} (${isMinimum ? 'at least' : 'at most'} ${bound}${unit})\n`;
  process.stdout.write(line);
  if (process.env.BENCH_CHECKS) appendFileSync(process.env.BENCH_CHECKS, line);
}

/** Returns the value below which `part` (0 to 1) of `values` are, or NaN if there are none. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
