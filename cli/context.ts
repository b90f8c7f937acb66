import process from 'node:process';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { escaped, plain } from './output/terminal.ts';

/** The parts of the process that a command uses. */
export interface Context {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints the command's result: `value` as JSON if `json` is set, else the text of `human`. */
  print(json: boolean | undefined, value: unknown, human: () => string): void;
  /** Prints a line on stderr. */
  note(text: string): void;
  /** Sets the exit code of the process. Default: 0. */
  exitWith(code: ExitCode): void;
  /** After the first call, Ctrl-C aborts the signal and a second Ctrl-C ends the process. */
  interruptible(): AbortSignal;
}

/** The launcher and npm forward a Ctrl-C that the terminal has also sent: two signals within this time are one. */
const sameSignalMs = 500;

export const processContext: Context = {
  // Node creates a stream when it is read first, which takes a millisecond or two.
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
  print: (json, value, human) => {
    process.stdout.write(json ? `${escaped(JSON.stringify(value, null, 2))}\n` : human());
  },
  note: (text) => {
    process.stderr.write(`${plain(text)}\n`);
  },
  exitWith: (code) => {
    process.exitCode = code;
  },
  interruptible: () => {
    const interruption = new AbortController();
    let firstAt: number | undefined;
    process.on('SIGINT', () => {
      const now = performance.now();
      // Keeps the process alive until the forwarded signal arrives: while Node exits, a signal would kill it.
      if (firstAt === undefined) setTimeout(() => {}, sameSignalMs);
      firstAt ??= now;
      if (now - firstAt >= sameSignalMs) process.exit(exitCodes.interrupted);
      interruption.abort(new Error('interrupted'));
    });
    return interruption.signal;
  },
};
