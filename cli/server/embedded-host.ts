import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { log } from '#src/server/logger.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The API host's program as built, which starts faster, and its source. */
export const apiHostPrograms = {
  built: join(root, 'dist', 'host', 'api-host.cjs'),
  source: join(root, 'src', 'api-host', 'main.ts'),
} as const;
/** The delay before a restart: doubled at each exit, reset after a run of `resetAfter`. */
const backoffMs = { first: 250, max: 10_000, resetAfter: 60_000 };
const stopTimeoutMs = 5000;

/** The embedded API host did not start. `exitCode` is that of its process (3: invalid setting); its log has the reason. */
export class HostStartError extends Error {
  override readonly name = 'HostStartError';
  readonly exitCode: number | null;
  constructor(exitCode: number | null) {
    super('The embedded API host could not be started.');
    this.exitCode = exitCode;
  }
}

export interface EmbeddedHost {
  /** `http://127.0.0.1:<port>`, the same over restarts. */
  readonly origin: string;
  /** The host refuses calls without it. */
  readonly secret: string;
  /** Sends SIGTERM, and SIGKILL if it has not exited after five seconds. */
  stop(): Promise<void>;
  /** Sends SIGKILL, for a process that is about to exit. */
  kill(): void;
}

/**
 * Starts the API host as a child process on a free port, writes its address and secret to DATA_DIR/run/api-host.json,
 * readable by this user only, and restarts it on the same port if it exits. The child exits when the channel to this
 * process closes.
 * @param program one of `apiHostPrograms`
 */
export async function startEmbeddedHost(dataDir: string, program: string): Promise<EmbeddedHost> {
  const runFile = join(dataDir, 'run', 'api-host.json');
  const secret = randomBytes(32).toString('base64url');
  let child = launch(program, 0, secret);
  const port = await listening(child);
  const origin = `http://127.0.0.1:${port}`;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let delayMs = backoffMs.first;

  const writeRunFile = () => {
    mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o700 });
    const temporary = `${runFile}.${process.pid}`;
    rmSync(temporary, { force: true });
    const running = JSON.stringify({ origin, pid: child.pid, secret });
    writeFileSync(temporary, `${running}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, runFile);
  };

  const watch = () => {
    writeRunFile();
    const started = Date.now();
    child.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - started > backoffMs.resetAfter) delayMs = backoffMs.first;
      scheduleRestart({ code, signal });
    });
  };

  const scheduleRestart = (exit: object) => {
    log().error({ event: 'api-host-exited', ...exit, restartInMs: delayMs });
    restart = setTimeout(async () => {
      child = launch(program, port, secret);
      try {
        await listening(child);
        watch();
        log().info({ event: 'api-host-restarted', origin, hostPid: child.pid });
      } catch (error) {
        if (!stopping)
          scheduleRestart({ code: error instanceof HostStartError ? error.exitCode : null });
      }
    }, delayMs);
    delayMs = Math.min(delayMs * 2, backoffMs.max);
  };

  const cancelRestart = () => {
    stopping = true;
    clearTimeout(restart);
    rmSync(runFile, { force: true });
  };

  watch();
  return {
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

function launch(program: string, port: number, secret: string): ChildProcess {
  return fork(program, [], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', API_HOST_SECRET: secret },
    // A separate process group: Ctrl-C in a terminal must not stop it while requests are in progress.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Resolves with the port on which the child listens; rejects if the child exits first. */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new HostStartError(code));
    child.once('exit', onExit);
    child.once('error', () => onExit(null));
    child.on('message', (message: { readonly type?: unknown; readonly port?: unknown }) => {
      if (message.type !== 'listening' || typeof message.port !== 'number') return;
      child.off('exit', onExit);
      resolve(message.port);
    });
  });
}
