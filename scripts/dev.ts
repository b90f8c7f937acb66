/**
 * Runs `waku dev` for `npm run dev`, which rebuilds after each change, with the embedded API host unless API_HOST is set.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startEmbeddedHost } from '../cli/server/embedded-host.ts';
import { readSettings } from '../src/config/settings.ts';

const settings = readSettings(process.env);
const host =
  settings.apiHost === undefined
    ? await startEmbeddedHost(settings, 'src/api-host/main.ts')
    : undefined;
const waku = spawn(
  process.execPath,
  ['node_modules/waku/dist/cli.js', 'dev', '--port', String(settings.port)],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(host && { API_HOST: host.origin, API_HOST_SECRET: host.secret }) },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => waku.kill(signal));
const [code] = await once(waku, 'exit');
await host?.stop();
process.exit(typeof code === 'number' ? code : 0);
