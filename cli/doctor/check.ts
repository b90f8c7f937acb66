import type { Exit } from '#src/domain/model/exit-codes.ts';
import { errorMessage } from '#src/http/describe-error.ts';

export interface CheckProblem {
  readonly severity: 'fail' | 'warn';
  readonly message: string;
}

export const fail = (message: string): CheckProblem => ({ severity: 'fail', message });
export const warn = (message: string): CheckProblem => ({ severity: 'warn', message });
export const failIf = (isWrong: boolean, message: string): CheckProblem[] =>
  isWrong ? [fail(message)] : [];
export const warnIf = (isWrong: boolean, message: string): CheckProblem[] =>
  isWrong ? [warn(message)] : [];

export const hasFailed = (problems: readonly CheckProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'fail');

export interface CheckResult {
  readonly problems: readonly CheckProblem[];
  readonly observation?: string;
}

export interface Check<Subject> {
  readonly name: string;
  /** How the command ends after a failure, instead of as after other checks of the list. */
  readonly exit?: Exit;
  /** Returns undefined if the check does not apply. An exception is a failure of the check. */
  run(subject: Subject): Promise<CheckResult | undefined> | CheckResult | undefined;
}

export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly messages: readonly string[];
  readonly duration_ms: number;
  readonly exit: Exit;
}

export interface ChecksOptions {
  /** How the command ends after a failure. */
  readonly exit: Exit;
  /** The name of a check after whose failure nothing else can be checked. */
  readonly gate?: string;
  readonly onFinding: (finding: Finding) => void;
}

export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  { exit, gate, onFinding }: ChecksOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, exit: ownExit = exit, run } of checks) {
    const startedAt = performance.now();
    const result = await (async () => run(subject))().catch((error: unknown): CheckResult => {
      return { problems: [fail(errorMessage(error))] };
    });
    if (result === undefined) continue;
    const { problems, observation = '' } = result;
    const worst = hasFailed(problems) ? 'failed' : 'warning';
    const finding: Finding = {
      check: name,
      result: problems.length === 0 ? 'ok' : worst,
      messages: problems.length === 0 ? [observation] : problems.map(({ message }) => message),
      duration_ms: Math.round(performance.now() - startedAt),
      exit: ownExit,
    };
    findings.push(finding);
    onFinding(finding);
    if (finding.result === 'failed' && name === gate) break;
  }
  return findings;
}

const maxListed = 10;

export function limited(problems: readonly CheckProblem[]): CheckProblem[] {
  const rest = problems.length - maxListed;
  const last = problems.at(-1);
  return rest > 0 && last
    ? [...problems.slice(0, maxListed), { ...last, message: `… and ${rest} more` }]
    : [...problems];
}
