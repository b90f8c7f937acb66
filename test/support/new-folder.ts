import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns an empty folder that is removed after the test, or after those of a file if `t` has `after` of node:test. */
export function newFolder(t: { after(remove: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'careers-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
