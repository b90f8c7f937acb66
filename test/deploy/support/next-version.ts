import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCopy, changeFile, copyProject } from '#test/support/project-copy.ts';

/**
 * Returns the folder of a built copy of the project with another script and a change of the schema. The caller removes it.
 */
export async function nextVersion(): Promise<string> {
  const directory = await copyProject();
  const change = (path: string, from: string, to: string) =>
    changeFile(join(directory, path), from, to);
  await change('src/texts/en.ts', 'without files.', 'all but files.');
  const column = (table: string) =>
    `'9000-note': { async up(db: any) { await db.schema.alterTable('${table}').addColumn('note', 'text').execute(); } },\n`;
  await change(
    'src/api-host/database/migrations.ts',
    "  '0024-keyed",
    `${column('applications')}  '0024-keyed`,
  );
  await change(
    'src/submissions/schema.ts',
    "  '0006-ended",
    `${column('submission')}  '0006-ended`,
  );
  await buildCopy(directory, 'next-version');
  return directory;
}

/** Returns the addresses of the files of a build, without the compressed ones. */
export const assetsOf = async (directory: string) =>
  (await readdir(join(directory, 'dist/public/assets')))
    .filter((name) => !/\.(?:br|gz)$/.test(name))
    .map((name) => `/assets/${name}`);
