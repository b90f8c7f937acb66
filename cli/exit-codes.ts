import { ApiError, RefusedError, TransportError } from '#src/http/errors.ts';

/** What a script can rely on (contract, "The command line"). */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  /** A fixture or a setting; nothing was sent. */
  invalid: 3,
  candidateRefused: 4,
  /** The host refused, or broke the contract. */
  hostRefused: 5,
  /** The host could not be reached or timed out before anything was accepted. */
  unreachable: 6,
  /** Accepted, but not every document arrived; or the answer to a write was lost. */
  incomplete: 7,
  /** Ctrl-C before anything was accepted, as shells report it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error that knows its exit code. The message is for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

/** The one place where errors become exit codes. `write` says whether the call that failed was a write. */
export function exitCodeOf(error: unknown, { write = false } = {}): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ApiError) return codeOfHostError(error, write);
  if (isBadSetting(error)) return exitCodes.invalid;
  if (isCommanderError(error)) return commanderSaysDone(error) ? exitCodes.done : exitCodes.usage;
  return exitCodes.unexpected;
}

function codeOfHostError(error: ApiError, write: boolean): ExitCode {
  if (write && error.mayHaveArrived) return exitCodes.incomplete;
  if (error instanceof TransportError)
    return error.reason === 'aborted' ? exitCodes.interrupted : exitCodes.unreachable;
  return exitCodes.hostRefused;
}

/** The site's and the API host's own, by shape: commands that talk to a host load neither. */
function isBadSetting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (['SettingsError', 'HostSettingsError', 'SiteConfigError'].includes(error.name)) return true;
  return 'exitCode' in error && error.exitCode === exitCodes.invalid;
}

/** Lowest first. What hangs half done comes before what was interrupted, since nobody would come back to it. */
const severity: readonly ExitCode[] = [
  exitCodes.done,
  exitCodes.candidateRefused,
  exitCodes.hostRefused,
  exitCodes.unreachable,
  exitCodes.interrupted,
  exitCodes.incomplete,
  exitCodes.invalid,
  exitCodes.usage,
  exitCodes.unexpected,
];

/** One code for several outcomes: the one that needs a person most. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return severity.findLast((code) => codes.includes(code)) ?? exitCodes.done;
}

/** What `--json` prints when a command fails as a whole. */
export function describeError(error: unknown, exitCode: ExitCode): Record<string, unknown> {
  const message = error instanceof Error ? error.message : String(error);
  const common = { exit_code: exitCode, message };
  if (error instanceof TransportError)
    return { ...common, ...placeOf(error), kind: 'transport', reason: error.reason };
  if (error instanceof RefusedError)
    return { ...common, ...placeOf(error), kind: 'refused', http_status: error.httpStatus };
  if (error instanceof ApiError) return { ...common, ...placeOf(error), kind: 'malformed' };
  return { ...common, kind: exitCode === exitCodes.usage ? 'usage' : 'error' };
}

const placeOf = ({ method, url }: ApiError) => ({ method, url });

interface CommanderError extends Error {
  readonly code: string;
}

/** By shape, so that commander need not be loaded to know its errors. */
export function isCommanderError(error: unknown): error is CommanderError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('commander.')
  );
}

export function commanderSaysDone({ code }: CommanderError): boolean {
  return code === 'commander.helpDisplayed' || code === 'commander.version';
}
