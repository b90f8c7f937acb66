import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns an empty folder that is removed after a test, or, with `after` of node:test, after those of a file. */
export function newFolder({ after }: { after(remove: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'careers-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
