import { constants } from 'node:os';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { CommandError, type Exit, exitCodes } from '#src/domain/model/exit-codes.ts';
import { writeProblem } from './errors.ts';
import { type Output, plain } from './output/terminal.ts';

export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  note(text: string): void;
  exitWith(exit: Exit): void;
  /** Its reason is an `Interruption`. A second Ctrl-C, SIGTERM or SIGHUP ends the process. */
  abortOnSignal(): AbortSignal;
  /** Returns whether the output is lost, because the reader of the pipe has ended (`| head`) or the disk is full. */
  isOutputLost(): boolean;
}

export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly signal: StopSignal;
  constructor(signal: StopSignal) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof stopSignals)[number];

/** Ends the process with the exit code that shells report for a process that was killed by the signal. */
const exitBy = (signal: StopSignal): never => process.exit(128 + constants.signals[signal]);

export function stopSignal(context: Context): Promise<StopSignal> {
  const interrupted = context.abortOnSignal();
  return new Promise((resolve) => {
    interrupted.addEventListener('abort', () => resolve(interrupted.reason.signal));
  });
}

/** Rejects with a CommandError that states the consequence if a signal stops the work. */
export async function orInterrupted<Result>(
  context: Context,
  consequence: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = context.abortOnSignal();
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandError('interrupted', `Interrupted. ${consequence}`, error);
  }
}

/** The terminal sends a Ctrl-C, and launcher and npm forward it. Signals within this time count as one. */
const sameSignalMs = 500;

let firstSignalAt: number | undefined;
export const isStopping = (): boolean => firstSignalAt !== undefined;

let isOutputLost = false;
/** Whether the command goes on after it has lost its output, to report in another way. */
let handlesSignals = false;

export const processContext: Context = {
  // Node creates a stream at the first access, which takes a millisecond or two.
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
  readStdin: () => buffer(process.stdin),
  note: (text) => {
    process.stderr.write(`${plain(text)}\n`);
  },
  exitWith: (exit) => {
    process.exitCode = exitCodes[exit];
  },
  isOutputLost: () => isOutputLost,
  abortOnSignal: () => {
    handlesSignals = true;
    const interruption = new AbortController();
    for (const signal of stopSignals)
      process.on(signal, () => {
        const now = performance.now();
        // The timer keeps the process alive for the forwarded signal, which would kill Node while it exits.
        if (firstSignalAt === undefined) setTimeout(() => {}, sameSignalMs);
        firstSignalAt ??= now;
        if (now - firstSignalAt >= sameSignalMs) exitBy(signal);
        interruption.abort(new Interruption(signal));
      });
    return interruption.signal;
  },
};

/** A full disk is an error, a closed pipe (`careers list | head`) is none. Servers and commands that send continue. */
export function watchOutput({ isServer }: { readonly isServer: boolean }): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isFirst = !isOutputLost;
    isOutputLost = true;
    const isPipeClosed = error.code === 'EPIPE' || error.code === 'EIO';
    if (!isPipeClosed && isFirst) {
      process.stderr.write(`error: stdout cannot be written: ${writeProblem(error)}\n`);
      if (!isServer) process.exitCode ||= exitCodes.unexpected;
    }
    if (!handlesSignals && !isServer) process.exit();
  });
  // Nobody reads stderr after such an error.
  process.stderr.on('error', () => {});
}
