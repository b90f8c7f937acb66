import { execFile } from 'node:child_process';
import { cleanEnv, root } from './site.ts';

/** Runs `careers <args>` until it exits, with no settings except `env`. */
export function careers(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['cli/main.ts', ...args],
      { cwd: root, env: { ...cleanEnv(), ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}
