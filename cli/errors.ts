import { resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { CommanderError } from 'commander';
import { failureOf } from '#src/domain/api/failures.ts';
import { CommandError, type Exit, exitCodes, exitOf } from '#src/domain/model/exit-codes.ts';
import { isDiskFull } from '#src/files/disk.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { ApiError, RefusedError, TransportError } from '#src/http/errors.ts';
import { ListenError } from '#src/http/listen.ts';

const meanings: Readonly<Record<Exit, string>> = {
  done: 'done',
  unexpected: 'an unexpected error',
  usage: 'the command line is not understood',
  invalid: 'a fixture, another file, a setting or the installation has a fault; nothing was sent',
  candidateRefused: 'the candidate was refused',
  hostRefused:
    'the host refused, its response is not one of the API, or it does not have what was named',
  unreachable:
    'the host or the database could not be reached or timed out before anything was accepted',
  incomplete:
    'accepted, but not every document arrived; the response to a write was lost; a run was stopped; an import left out openings; an export or a backup lacks documents, or an export --complete those that are held back; or a restore differs from its backup',
  interrupted: 'Ctrl-C before anything was accepted or written',
};

export const exitCodesHelp = Object.entries(meanings).reduce(
  (help, [name, meaning]) => `${help}  ${String(exitCodes[name as Exit]).padEnd(4)} ${meaning}\n`,
  'Exit codes of careers\n',
);

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
    // An error of an open file, or of SQLite, has no path.
    const [path, failed] = [resolve(target), 'path' in error && resolve(String(error.path))];
    const isOfTarget = failed
      ? failed === path || failed.startsWith(`${path}.part-`) || path.startsWith(`${failed}/`)
      : isDiskFull(error);
    if (!isOfTarget) throw error;
    const problem = writeProblem(error);
    throw new CommandError('invalid', `${target} cannot be written: ${problem}`, error);
  };

/** Returns the exit code of a command. `write`: the failed call was a write, which the host may have processed. */
export function exitOfCommand(error: unknown, { write = false } = {}): Exit {
  if (error instanceof ApiError)
    return write && error.mayHaveArrived ? 'incomplete' : failureOf(error).exit;
  if (error instanceof CommanderError) return isHelpOrVersion(error) ? 'done' : 'usage';
  return error instanceof ListenError ? 'invalid' : exitOf(error);
}

/** `incomplete` outranks `interrupted`, because someone must complete the application. */
const severity: Readonly<Record<Exit, number>> = {
  done: 0,
  candidateRefused: 1,
  hostRefused: 2,
  unreachable: 3,
  interrupted: 4,
  incomplete: 5,
  invalid: 6,
  usage: 7,
  unexpected: 8,
};

export const worstOf = (exits: readonly Exit[]): Exit =>
  exits.reduce((worst, exit) => (severity[exit] > severity[worst] ? exit : worst), 'done');

export function errorAsJson(error: unknown, exit: Exit): Record<string, unknown> {
  const common = { exit_code: exitCodes[exit], message: errorMessage(error) };
  if (!(error instanceof ApiError))
    return { ...common, kind: exit === 'usage' ? 'usage' : 'error' };
  const call = { ...common, method: error.method, url: error.url };
  if (error instanceof TransportError) return { ...call, kind: 'transport', reason: error.reason };
  return error instanceof RefusedError
    ? { ...call, kind: 'refused', http_status: error.httpStatus }
    : { ...call, kind: 'malformed' };
}

export const isHelpOrVersion = ({ exitCode }: CommanderError): boolean => exitCode === 0;
