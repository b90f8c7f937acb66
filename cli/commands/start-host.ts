import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { log } from '#src/server/logger.ts';

const entry = fileURLToPath(new URL('../../src/api-host/main.ts', import.meta.url));
/** Between a death and the next start: doubled each time, forgotten after a life of a minute. */
const backoffMs = { first: 250, longest: 10_000, forgottenAfter: 60_000 };
const stopWithinMs = 5000;

/** The embedded API host could not be started; `exitCode` is its own (3: a bad setting), its log line says why. */
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
  /** Takes it down: asks, then after five seconds insists. */
  stop(): Promise<void>;
  /** Takes it down at once, for a process that is about to end. */
  kill(): void;
}

/**
 * Starts the API host as a process of its own on a free port, writes where it is to
 * DATA_DIR/run/api-host.json, and starts it again on the same port whenever it dies. It notices by the
 * closed channel when this process is gone, however that went.
 */
export async function startEmbeddedHost(dataDir: string): Promise<EmbeddedHost> {
  const runFile = join(dataDir, 'run', 'api-host.json');
  let child = launch(0);
  const port = await listening(child);
  const origin = `http://127.0.0.1:${port}`;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let waitMs = backoffMs.first;

  const announce = () => {
    mkdirSync(join(dataDir, 'run'), { recursive: true });
    const draft = `${runFile}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify({ origin, pid: child.pid })}\n`);
    renameSync(draft, runFile);
  };

  const watch = () => {
    announce();
    const started = Date.now();
    child.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - started > backoffMs.forgottenAfter) waitMs = backoffMs.first;
      again({ code, signal });
    });
  };

  const again = (died: object) => {
    log().error({ event: 'api-host-died', ...died, restartInMs: waitMs });
    restart = setTimeout(async () => {
      child = launch(port);
      try {
        await listening(child);
        watch();
        log().info({ event: 'api-host-restarted', origin, hostPid: child.pid });
      } catch (error) {
        if (!stopping) again({ code: error instanceof HostStartError ? error.exitCode : null });
      }
    }, waitMs);
    waitMs = Math.min(waitMs * 2, backoffMs.longest);
  };

  const end = () => {
    stopping = true;
    clearTimeout(restart);
    rmSync(runFile, { force: true });
  };

  watch();
  return {
    origin,
    async stop() {
      end();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await gone;
      clearTimeout(insist);
    },
    kill() {
      end();
      child.kill('SIGKILL');
    },
  };
}

function launch(port: number): ChildProcess {
  return fork(entry, [], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    // A group of its own: Ctrl-C in a terminal must not take it from under requests still being answered.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** The port it listens on; rejects when it ends before it does. */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null) => reject(new HostStartError(code));
    child.once('exit', died);
    child.once('error', () => died(null));
    child.on('message', (message: { readonly type?: unknown; readonly port?: unknown }) => {
      if (message.type !== 'listening' || typeof message.port !== 'number') return;
      child.off('exit', died);
      resolve(message.port);
    });
  });
}
