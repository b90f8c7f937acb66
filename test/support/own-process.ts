import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type ScriptedHost, startScriptedHost } from './scripted-host.ts';

/**
 * Starts a scripted API host, and sets the settings of this process, which are read once: for a file that has a process of
 * its own, before it imports what reads them. After the last test the host and the database are closed.
 */
export async function ownProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<ScriptedHost> {
  const host = await startScriptedHost();
  const dataDir = mkdtempSync(join(tmpdir(), 'careers-own-'));
  Object.assign(process.env, {
    API_HOST: host.origin,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    CACHE_TTL_MS: '0',
    STALE_AFTER_MS: '60000',
    SITE_ORIGIN: 'http://localhost:3000',
    ...env,
  });
  const { submissionRepository } = await import('#src/submissions/repository.ts');
  after(async () => {
    await submissionRepository().close();
    await host.stop();
    rmSync(dataDir, { recursive: true });
  });
  return host;
}
