import type { Command } from 'commander';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { addHostOptions, type ConnectionOptions, findHost } from '../connection.ts';
import type { Context } from '../context.ts';
import type { Finding } from '../doctor/check.ts';
import type { HostSubject } from '../doctor/host-checks.ts';
import { exitOfCommand, worstOf } from '../errors.ts';
import { print } from '../output/json-options.ts';
import type { JunitCase } from '../output/junit.ts';
import { plain, type Style, styled } from '../output/terminal.ts';

interface DoctorOptions extends ConnectionOptions {
  readonly write?: boolean;
  readonly junit?: string;
}

const resultFields: readonly (keyof ReturnType<typeof asJson>)[] = [
  'check',
  'result',
  'messages',
  'duration_ms',
];

export function addDoctorCommand(program: Command, context: Context): void {
  const command = program
    .command('doctor')
    .description("check a host, call by call, and without --host this machine's installation")
    .option(
      '--write',
      'also send an application of an invented person, a document and a contact message',
    )
    .option('--junit <file>', 'also write the results as JUnit XML');
  addHostOptions(command, resultFields).action(async (options: DoctorOptions) => {
    const findings = await examine(options, context);
    const failed = findings.filter(({ result }) => result === 'failed');
    const warnings = findings.filter(({ result }) => result === 'warning').length;
    print(
      context,
      options.json,
      findings.map(asJson),
      () => `${findings.length} checks: ${failed.length} failed, ${warnings} with warnings\n`,
    );
    const code = worstOf(failed.map(({ exit }) => exit));
    if (code !== 'done') context.exitWith(code);
  });
}

async function examine(options: DoctorOptions, context: Context): Promise<Finding[]> {
  const [{ openReport }, { runChecks }] = await Promise.all([
    import('../output/junit.ts'),
    import('../doctor/check.ts'),
  ]);
  const writeReport = await openReport(options.junit, 'careers doctor', context);
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => {
    findings.push(finding);
    if (!options.json) context.stdout.write(findingLines(context, finding));
  };
  try {
    if (options.host === undefined) {
      const checks = await import('../doctor/installation-checks.ts');
      const installation = checks.readInstallation(context.env);
      if (checks.isInstalled(installation))
        await runChecks(checks.installationChecks, installation, 'invalid', onFinding);
    }
    await examineHost(options, context, onFinding);
  } catch (error) {
    if (exitOfCommand(error) !== 'invalid') throw error;
    onFinding(failedFinding('settings', error));
  } finally {
    await writeReport(findings.map(toCase));
  }
  return findings;
}

async function examineHost(
  options: DoctorOptions,
  context: Context,
  onFinding: (finding: Finding) => void,
): Promise<void> {
  const [{ runChecks }, { hostChecks }, { writeChecks, writeSubject }, { createProbe }] =
    await Promise.all([
      import('../doctor/check.ts'),
      import('../doctor/host-checks.ts'),
      import('../doctor/write-checks.ts'),
      import('../doctor/probe.ts'),
    ]);
  const target = await findHost(options, context).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    onFinding(failedFinding('connection', error));
  });
  if (target === undefined) return;
  const { apiHost, secondaryHost } = target;
  const probe = createProbe(apiHost, target);
  const secondary =
    secondaryHost === undefined || secondaryHost === apiHost
      ? undefined
      : createProbe(secondaryHost, { ...target, secret: undefined });
  try {
    const subject: HostSubject = { target, probe, secondary, openings: [], companies: [] };
    const exit = 'hostRefused';
    const findings = await runChecks(hostChecks, subject, exit, onFinding);
    // Nothing is written to a host that has not passed all other checks.
    if (!options.write || findings.some(({ result }) => result === 'failed')) return;
    const [opening] = subject.openings;
    const none = new CommandError(exit, 'the host has no opening to apply to');
    if (opening === undefined) onFinding(failedFinding('applyjobposting', none));
    else await runChecks(writeChecks, writeSubject(subject, opening), exit, onFinding);
  } finally {
    await Promise.all([probe.close(), secondary?.close()]);
  }
}

const failedFinding = (check: string, error: unknown): Finding => ({
  check,
  result: 'failed',
  messages: errorMessage(error).split('\n'),
  duration_ms: 0,
  exit: exitOfCommand(error),
});

const styles: Readonly<Record<Finding['result'], Style>> = {
  ok: 'green',
  warning: 'yellow',
  failed: 'red',
};

function findingLines({ stdout }: Context, { check, result, messages }: Finding): string {
  const [first = '', ...furtherMessages] = messages.map((message) => plain(message));
  return [
    `${styled(stdout, styles[result], result.padEnd(7))} ${check}: ${first}`,
    ...furtherMessages.map((message) => `        ${message}`),
    '',
  ].join('\n');
}

const asJson = ({ exit: _, ...finding }: Finding) => finding;

const toCase = ({ check, result, messages, duration_ms }: Finding): JunitCase => ({
  name: check,
  seconds: duration_ms / 1000,
  ...(result === 'failed'
    ? { failure: { type: 'failed', message: messages.join('\n') } }
    : { output: messages.join('\n') }),
});
