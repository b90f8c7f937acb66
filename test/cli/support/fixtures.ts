import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';

/** For opening 11 of the scripted host (test/support). The phone number must be normalized. */
export const validApplication = buildApplication({
  phone: '0800 000 0101',
  joblistingid: '11',
  answers: { '101': 'Yes' },
});

/** A directory with six small documents, into which fixtures are written. */
export interface FixtureFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a fixture and returns its path. `changes` apply to the application, `documents` to the paths. */
  application(
    name: string,
    changes?: Record<string, unknown>,
    documents?: Record<string, string | undefined>,
  ): Promise<string>;
  file(name: string, content: string | Uint8Array): Promise<string>;
}

export async function fixtureFolder(): Promise<FixtureFolder> {
  const path = await mkdtemp(join(tmpdir(), 'careers-fixtures-'));
  const file = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(path, name), content);
    return join(path, name);
  };
  const paths = documentOrder.map((type) => [
    type,
    `${type}.${type === 'passport' ? 'png' : 'pdf'}`,
  ]);
  for (const [type = '', name = ''] of paths) {
    const signature = type === 'passport' ? '\x89PNG\r\n\x1a\n ' : '%PDF-1.7 ';
    await file(name, Buffer.from(signature + type, 'latin1'));
  }
  return {
    path,
    file,
    application: (name, changes = {}, documents = {}) =>
      file(
        name,
        JSON.stringify({
          application: { ...validApplication, ...changes },
          documents: { ...Object.fromEntries(paths), ...documents },
        }),
      ),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Returns a scripted host, and a folder with a valid fixture, which last as long as the test. */
export async function hostAndFixtures(t: TestContext) {
  const host = await startScriptedHost();
  t.after(() => host.stop());
  const folder = await fixtureFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  return { host, folder, fixture: await folder.application('ada.json') };
}

/** Fixtures of candidates with different email addresses. */
export const several = (folder: FixtureFolder, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      folder.application(`${n}.json`, { emailaddress: `candidate-${n}@example.com` }),
    ),
  );
