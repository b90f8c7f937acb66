import { resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { CommanderError } from 'commander';
import { isDiskFull } from '#src/config/data-dir.ts';
import { failureOf } from '#src/domain/api/failures.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { ApiError, RefusedError, TransportError } from '#src/http/errors.ts';

/** The contract defines the codes in "The command line". */
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

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  unexpected: 'an unexpected error',
  usage: 'the command line is not understood',
  invalid: 'a fixture, another file, a setting or the installation has a fault; nothing was sent',
  candidateRefused: 'the candidate was refused',
  hostRefused:
    'the host refused, its response is not one of the API, or it does not have what was named',
  unreachable: 'the host could not be reached or timed out before anything was accepted',
  incomplete:
    'accepted, but not every document arrived; the response to a write was lost; a run was stopped; an import left out openings; an export or a backup lacks documents; or a restore differs from its backup',
  interrupted: 'Ctrl-C before anything was accepted or written',
};

export const exitCodesHelp = Object.entries(meanings).reduce(
  (help, [name, meaning]) =>
    `${help}  ${String(exitCodes[name as keyof typeof exitCodes]).padEnd(4)} ${meaning}\n`,
  'Exit codes of careers\n',
);
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

export function writeProblem(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'its directory does not exist';
  if (errno === undefined && isDiskFull(error)) return 'no space left on device';
  return errno === undefined ? (code ?? message) : `${getSystemErrorMessage(errno)} (${code})`;
}

/**
 * Handles the error of work that writes a file or directory `target` under a temporary name beside it.
 * @throws CommandError if the target cannot be written, else the error itself
 */
export const writeFailure =
  (target: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    // Such an error of an open file, or of SQLite, has no path.
    const [path, failed] = [resolve(target), 'path' in error && resolve(String(error.path))];
    const isOfTarget = failed
      ? failed === path || failed.startsWith(`${path}.part-`) || path.startsWith(`${failed}/`)
      : isDiskFull(error);
    if (!isOfTarget) throw error;
    const problem = writeProblem(error);
    throw new CommandError(exitCodes.invalid, `${target} cannot be written: ${problem}`, error);
  };

/** Returns the exit code of an error. With `write` the failed call was a write, which the host may have processed. */
export function exitCodeOf(error: unknown, { write = false } = {}): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ApiError) return codeOfApiError(error, write);
  // The property is read, so that commands which call a host do not load the error classes of the site and the API host.
  const ownCode = error instanceof Error && 'exitCode' in error ? error.exitCode : undefined;
  if (ownCode === exitCodes.invalid || ownCode === exitCodes.unreachable) return ownCode;
  if (error instanceof CommanderError)
    return isHelpOrVersion(error) ? exitCodes.done : exitCodes.usage;
  return exitCodes.unexpected;
}

function codeOfApiError(error: ApiError, write: boolean): ExitCode {
  if (write && error.mayHaveArrived) return exitCodes.incomplete;
  return exitCodes[failureOf(error).exit];
}

/** The lowest comes first. `incomplete` is above `interrupted` because someone must complete the application. */
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

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return severity.findLast((code) => codes.includes(code)) ?? exitCodes.done;
}

export function errorAsJson(error: unknown, exitCode: ExitCode): Record<string, unknown> {
  const common = { exit_code: exitCode, message: errorMessage(error) };
  if (error instanceof TransportError)
    return { ...common, ...callOf(error), kind: 'transport', reason: error.reason };
  if (error instanceof RefusedError)
    return { ...common, ...callOf(error), kind: 'refused', http_status: error.httpStatus };
  if (error instanceof ApiError) return { ...common, ...callOf(error), kind: 'malformed' };
  return { ...common, kind: exitCode === exitCodes.usage ? 'usage' : 'error' };
}

const callOf = ({ method, url }: ApiError) => ({ method, url });

export function isHelpOrVersion({ code }: CommanderError): boolean {
  return code === 'commander.helpDisplayed' || code === 'commander.version';
}
