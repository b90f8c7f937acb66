import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { isStopping } from './context.ts';

/** The launcher (careers.js) sets this variable to its own process id if it waits for this process. */
const launcher = 'CAREERS_LAUNCHER';
const intervalMs = 500;

/**
 * Stops this process, as SIGTERM does, once a process that waits for it has ended: npm and npx forward no SIGHUP, and
 * nobody can forward SIGKILL.
 */
export function stopWithParents({ isSite }: { readonly isSite: boolean }): void {
  const { [launcher]: launcherId, npm_lifecycle_event: event } = process.env;
  // npx starts a shell, which stays when npx has ended, so the process above it counts too.
  const ofNpm = isSite ? ({ start: 1, npx: 2 }[event ?? ''] ?? 0) : 0;
  // Programs that such a command starts inherit the variable, but then it names another process than their parent.
  const depth = ofNpm + (launcherId === `${process.ppid}` ? 1 : 0);
  if (depth === 0) return;
  const started = ancestors(depth);
  const timer = setInterval(() => {
    if (ancestors(depth) === started) return;
    clearInterval(timer);
    // A second signal would end this process before its requests have ended.
    if (!isStopping()) process.kill(process.pid, 'SIGTERM');
  }, intervalMs).unref();
}

/** Returns the ids of the parent, its parent and so on, where the system tells them. */
function ancestors(depth: number): string {
  const ids = [`${process.ppid}`];
  for (const id of ids) {
    const file = `/proc/${id}/status`;
    const [, parent] =
      (existsSync(file) && /^PPid:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))) || [];
    if (parent !== undefined && ids.length < depth) ids.push(parent);
  }
  return ids.join(' ');
}
