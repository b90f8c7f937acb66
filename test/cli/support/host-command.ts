import { environmentIn } from '#test/api-host/support/host.ts';
import { careers } from './in-process.ts';
import type { Ran } from './run.ts';

/** Runs `careers host …` in this process, on a data directory of `temporaryDirectory`. */
export const hostCommand = (
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  careers(['host', ...args], { env: { ...environmentIn(dataDir), LOG_LEVEL: 'silent', ...env } });
