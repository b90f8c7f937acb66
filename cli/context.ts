import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './output/terminal.ts';

/** What a command gets from the process, so that no command reaches for it. */
export interface Context extends Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command's result; `human` is used unless `--json` asked for the value as it stands. */
  print(json: boolean | undefined, value: unknown, human: () => string): void;
  /** A word to the person, on stderr. */
  note(text: string): void;
  /** What the process ends with when the command has returned; 0 unless set. */
  exitWith(code: ExitCode): void;
  /** From the first call on, Ctrl-C aborts this signal instead of ending the process; a second one ends it. */
  interruptible(): AbortSignal;
}
