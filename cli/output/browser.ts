import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Command } from 'commander';
import { errorMessage } from '#src/http/describe-error.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';

export interface WebOption {
  readonly web?: boolean;
}

export const addWebOption = (command: Command): Command =>
  command.option(
    '--web',
    'only open the page of the site (SITE_ORIGIN) with the program of BROWSER',
  );

export async function openPage(path: string, context: Context): Promise<void> {
  const { readSettings } = await import('#src/config/settings.ts');
  const { href } = new URL(path, readSettings(context.env).siteOrigin);
  context.note(`Opening ${href} in the browser.`);
  const [program = '', ...args] = (context.env.BROWSER?.trim() || defaultBrowser()).split(' ');
  const child = spawn(program, [...args, href], { stdio: 'inherit' });
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw noBrowser(program, errorMessage(error));
  });
  if (code !== 0) throw noBrowser(program, `it ended with ${code}`);
}

const defaultBrowser = (): string => (process.platform === 'darwin' ? 'open' : 'xdg-open');

const noBrowser = (program: string, problem: string): CommandError =>
  new CommandError(
    'unexpected',
    `no browser could be opened with ${program}: ${problem}; BROWSER names another program`,
  );
