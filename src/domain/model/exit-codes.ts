/** The exit codes of the command line and of the API host's process (contract, "The command line"). */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  invalid: 3,
  candidateRefused: 4,
  hostRefused: 5,
  unreachable: 6,
  incomplete: 7,
  interrupted: 130,
} as const;

/** The name of an exit code, which the error that ends a process has as `exit`. */
export type Exit = keyof typeof exitCodes;

export const exitOfCode = (code: number | null): Exit =>
  (Object.keys(exitCodes) as Exit[]).find((exit) => exitCodes[exit] === code) ?? 'unexpected';

export function exitOf(error: unknown): Exit {
  const exit = error instanceof Error && 'exit' in error ? String(error.exit) : 'unexpected';
  return Object.hasOwn(exitCodes, exit) ? (exit as Exit) : 'unexpected';
}

/** An error that ends a command. The message is for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: Exit;

  constructor(exit: Exit, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exit = exit;
  }
}
