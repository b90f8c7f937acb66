import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './site.ts';

interface Service {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly volumes?: readonly string[];
}

/** The value of each variable that deploy/compose.yaml requires. */
const secrets: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'password',
  API_HOST_SECRET: 'a'.repeat(32),
  SESSION_SECRET: 'b'.repeat(32),
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

/** deploy/compose.yaml with values for its variables. */
export async function readCompose() {
  const text = await readFile(join(root, 'deploy/compose.yaml'), 'utf8');
  // The forms of the file: a required variable, and one with a default.
  const filled = text
    .replaceAll(/\$\{(\w+):\?\}/g, (_, name) => secrets[name] ?? assert.fail(name))
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  return parse(filled, { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: object;
  };
}

export const environmentOf = (service: Service | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(service?.environment ?? {}).map(([name, value]) => [name, `${value}`]),
  );
