import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Settings } from '#src/config/settings.ts';
import { loadedSite, siteFromParent } from '#src/config/site.ts';
import { type Exit, exitOfCode } from '#src/domain/model/exit-codes.ts';
import { sessionSecret } from '#src/submissions/session-secret.ts';
import { log } from '#src/telemetry/logger.ts';
import { hostMeasurements, type Measurements, publish } from '#src/telemetry/measurements.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';

/** The delay before a restart in milliseconds. It doubles at each exit, and starts again after a run of `resetAfter`. */
const backoffMs = { first: 250, max: 10_000, resetAfter: 60_000 };
const stopTimeoutMs = 5000;
/** A host sends a message every five seconds. A host that sends none for this time is killed and started again. */
const silentMs = 30_000;
/** The address of a socket has 104 bytes on macOS and 108 on Linux. The last byte is zero. */
const maxSocketPathBytes = 103;

/** The embedded API host did not start. `code` is the exit code of its process. */
class HostStartError extends Error {
  override readonly name = 'HostStartError';
  readonly code: number | null;
  readonly exit: Exit;
  constructor(code: number | null, reason = `its process ended with ${code}`) {
    super(`The embedded API host could not be started: ${reason}`);
    this.code = code;
    this.exit = exitOfCode(code);
  }
}

export type EmbeddedHost = Awaited<ReturnType<typeof startEmbeddedHost>>;

/**
 * The host listens on a socket of this user only, is restarted if it exits, and exits when this process ends. `program`
 * is the built program, which starts faster, or src/api-host/main.ts.
 */
export async function startEmbeddedHost(
  { dataDir, siteOrigin, ...settings }: Pick<Settings, 'dataDir' | 'siteOrigin' | 'sessionSecret'>,
  program: string,
) {
  const run = join(dataDir, 'run');
  mkdirSync(run, { recursive: true, mode: 0o700 });
  const socket = socketPath(run);
  // The secret is the same after a restart, because it is the key of the hashes by which the host counts mailboxes.
  const session = sessionSecret({ ...settings, dataDir });
  const secret = createHmac('sha256', session).update('API host').digest('base64url');
  const origin = `unix:${socket}`;
  const launch = () => {
    rmSync(socket, { force: true });
    const started = fork(program, [], {
      // HOST and PORT of the environment are for the site.
      env: {
        ...process.env,
        HOST: origin,
        API_HOST_SECRET: secret,
        SITE_ORIGIN: siteOrigin,
        [siteFromParent]: '1',
      },
      // Ctrl-C in a terminal must not stop the child, which has its own process group, while requests are in progress.
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    // A process that has ended meanwhile reads nothing, and its exit is reported.
    started.stdin?.on('error', () => {}).end(JSON.stringify(loadedSite));
    return started;
  };
  let child = launch();
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let delayMs = backoffMs.first;

  const watch = () => {
    writeRunFile(dataDir, { origin, pid: child.pid ?? 0, secret });
    const watched = child;
    const hung = setTimeout(() => watched.kill('SIGKILL'), silentMs).unref();
    child.on('message', (message: { readonly type: string; readonly measurement?: unknown }) => {
      hung.refresh();
      const name = hostMeasurements.find((one) => one === message.type);
      if (name) publish(name, () => message.measurement as Measurements[typeof name]);
    });
    const started = Date.now();
    child.once('exit', (code, signal) => {
      clearTimeout(hung);
      if (stopping) return;
      if (Date.now() - started > backoffMs.resetAfter) delayMs = backoffMs.first;
      scheduleRestart({ code, signal });
    });
  };

  const scheduleRestart = (exit: object) => {
    log().error({ event: 'api-host-exited', ...exit, restartInMs: delayMs });
    restart = setTimeout(async () => {
      try {
        // Throws if no memory is left for a process.
        child = launch();
        await listening(child);
        watch();
        log().info({ event: 'api-host-restarted', origin, hostPid: child.pid });
      } catch (error) {
        // If the host cannot be watched, it is killed, because it must not run beside the next one.
        child.kill('SIGKILL');
        const cause = error instanceof HostStartError ? { code: error.code } : { err: error };
        if (!stopping) scheduleRestart(cause);
      }
    }, delayMs);
    delayMs = Math.min(delayMs * 2, backoffMs.max);
  };

  const cancelRestart = () => {
    stopping = true;
    clearTimeout(restart);
    removeRunFile(dataDir);
    rmSync(dirname(socket) === run ? socket : dirname(socket), { recursive: true, force: true });
  };

  try {
    await listening(child);
  } catch (error) {
    cancelRestart();
    throw error;
  }
  watch();
  return {
    /** `unix:` and the path of its socket, which stays the same after a restart. */
    origin,
    secret,
    async stop() {
      cancelRestart();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await exited;
      clearTimeout(killTimer);
    },
    kill() {
      cancelRestart();
      child.kill('SIGKILL');
    },
  };
}

/**
 * Only this user can enter the directory, so nobody else can connect, or listen there after a crash. The directory
 * `run` may belong to another user, or its path may be too long.
 */
function socketPath(run: string): string {
  const { mode, uid } = lstatSync(run);
  const path = join(run, `api-host-${process.pid}.sock`);
  const isPrivate = uid === process.getuid?.() && (mode & 0o077) === 0;
  if (isPrivate && Buffer.byteLength(path) <= maxSocketPathBytes) return path;
  return join(mkdtempSync(join(tmpdir(), 'careers-')), 'api-host.sock');
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let reason: string | undefined;
    const onExit = (code: number | null) => reject(new HostStartError(code, reason));
    child.once('exit', onExit);
    child.once('error', () => onExit(null));
    child.on('message', (message: { readonly type: string; readonly message?: string }) => {
      reason = message.message;
      if (message.type !== 'listening') return;
      child.off('exit', onExit);
      resolve();
    });
  });
}
