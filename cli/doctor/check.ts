import type { Exit } from '#src/domain/model/exit-codes.ts';
import { errorMessage } from '#src/http/describe-error.ts';

const maxListed = 10;

/** The result and the messages of a check. At most ten of the messages that are reported together are listed. */
export class Report {
  result: 'ok' | 'warning' | 'failed' = 'ok';
  readonly messages: string[] = [];

  warn(...messages: readonly string[]): void {
    this.#add('warning', messages);
  }

  fail(...messages: readonly string[]): void {
    this.#add('failed', messages);
  }

  #add(result: 'warning' | 'failed', messages: readonly string[]): void {
    if (messages.length === 0) return;
    if (this.result !== 'failed') this.result = result;
    this.messages.push(...messages.slice(0, maxListed));
    if (messages.length > maxListed)
      this.messages.push(`… and ${messages.length - maxListed} more`);
  }
}

export interface Check<Subject> {
  readonly name: string;
  /** If set, a failure of this check ends all checks, and the command has this exit code. */
  readonly exit?: Exit;
  /**
   * Returns the observation that is shown if nothing is wrong, or undefined if the check does not apply. An exception
   * is a further failure, besides those that were reported before.
   */
  run(subject: Subject, report: Report): Promise<string | undefined> | string | undefined;
}

export interface Finding extends Pick<Report, 'result'> {
  readonly check: string;
  readonly messages: readonly string[];
  readonly duration_ms: number;
  readonly exit: Exit;
}

/** @param exit the exit code of the command after a failure */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  exit: Exit,
  onFinding: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, exit: ownExit, run } of checks) {
    const startedAt = performance.now();
    const report = new Report();
    const observation = await (async () => run(subject, report))().catch((error: unknown) => {
      report.fail(errorMessage(error));
      return undefined;
    });
    const { result, messages } = report;
    if (result === 'ok' && observation === undefined) continue;
    const finding: Finding = {
      check: name,
      result,
      messages: result === 'ok' ? [observation ?? ''] : messages,
      duration_ms: Math.round(performance.now() - startedAt),
      exit: ownExit ?? exit,
    };
    findings.push(finding);
    onFinding(finding);
    if (result === 'failed' && ownExit !== undefined) break;
  }
  return findings;
}
