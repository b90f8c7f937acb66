import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

export const secret = 'a secret of forty characters, for tests.';

/** Returns a directory that is removed after the test. */
export function scratch(t: TestContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'careers-submissions-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
