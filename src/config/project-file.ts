import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a file of the project, for sources and built programs, which are in different folders of it. */
export function projectFile(
  name: string,
  directory = dirname(fileURLToPath(import.meta.url)),
): string {
  const file = join(directory, name);
  if (existsSync(file)) return file;
  const parent = dirname(directory);
  if (parent === directory) throw new Error(`The project has no ${name}.`);
  return projectFile(name, parent);
}
